import { join } from "node:path";
import { pendingCall } from "./check-files.ts";
import { hashOfFile } from "./disk.ts";
import type { Mutator } from "./mutator.ts";
import type { SoakWorld } from "./soak-world.ts";

/** A change that an interrupted call had made can be taken back like any other; half of them are. */
export async function checkUndo(victim: Mutator, world: SoakWorld): Promise<void> {
  const { workspace, violation, count, random, command } = world;
  const pending = victim.pending();
  if (pending === undefined) return;
  const { path, before } = pending;
  const call = pendingCall(victim, world);
  const wasMade = hashOfFile(join(workspace, path)) === pending.after;
  if (wasMade && call?.outcome?.status === "interrupted" && random.next() < 0.5) {
    const { code, err } = await command(["undo", call.callId, "--yes"]);
    if (code !== 0) violation(`wield undo ${call.callId} (${pending.what}) ended with ${code}: ${err}`);
    else if (hashOfFile(join(workspace, path)) !== before)
      violation(`after wield undo ${call.callId} ${path} is not what it was`);
    else count(`${pending.what}: taken back`);
  }
  const present = hashOfFile(join(workspace, path));
  if (present === null) victim.expected.delete(path);
  else victim.expected.set(path, present);
}
