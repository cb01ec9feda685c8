import { join } from "node:path";
import { isCutAppend, pendingCall } from "./check-files.ts";
import { hashOfFile } from "./disk.ts";
import type { Mutator } from "./mutator.ts";
import type { SoakWorld } from "./soak-world.ts";

/**
 * A change that an interrupted call had made can be taken back like any other; half of them are. What was cut short
 * is refused first, since the file is not what any call was to leave, and comes back by force.
 */
export async function checkUndo(victim: Mutator, world: SoakWorld): Promise<void> {
  const { workspace, violation, count, random, command } = world;
  const pending = victim.pending();
  if (pending === undefined) return;
  const file = join(workspace, pending.path);
  const call = pendingCall(victim, world);
  const takeBack = async (callId: string, ...flags: readonly string[]): Promise<void> => {
    const { code, err } = await command(["undo", callId, "--yes", ...flags]);
    if (code !== 0) violation(`wield undo ${callId} (${pending.what}) ended with ${code}: ${err}`);
    else if (hashOfFile(file) !== pending.before)
      violation(`after wield undo ${callId} ${pending.path} is not what it was`);
    else count(`${pending.what}: taken back`);
  };
  if (call?.outcome?.status === "interrupted") {
    if (isCutAppend(file, pending)) {
      const cut = hashOfFile(file);
      const refused = await command(["undo", call.callId, "--yes"]);
      if (refused.code === 0 || hashOfFile(file) !== cut)
        violation(`wield undo ${call.callId} took a file back that it does not know`);
      await takeBack(call.callId, "--force");
    } else if (hashOfFile(file) === pending.after && random.next() < 0.5) {
      await takeBack(call.callId);
    }
  }
  const present = hashOfFile(file);
  if (present === null) victim.expected.delete(pending.path);
  else victim.expected.set(pending.path, present);
}
