import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { namesIn, temporaryFiles } from "./disk.ts";
import type { Mutator } from "./mutator.ts";
import type { SoakWorld } from "./soak-world.ts";

/** When all are dead: nothing is left of any of them, and every command works on what they left. */
export async function checkEnd(
  mutators: readonly Mutator[],
  { world, kills }: { readonly world: SoakWorld; readonly kills: number },
): Promise<void> {
  const { home, workspace, journal, violation, count, command } = world;
  for (const call of journal.calls.values()) {
    count("calls");
    if (call.intent !== undefined && call.outcomes !== 1)
      violation(`${call.callId} has ${call.outcomes} outcomes`);
  }
  for (const line of journal.unreadable) {
    count("torn lines");
    if (!line.startsWith("{"))
      violation(`a line of the journal is no beginning of an entry: ${line.slice(0, 80)}`);
  }
  if (journal.unreadable.length > kills)
    violation(`${journal.unreadable.length} unreadable lines after ${kills} kills`);
  // Once a day; now.
  rmSync(join(home, "last-sweep"), { force: true });
  await command(["journal"]);
  for (const { path } of temporaryFiles(workspace)) violation(`${path} stays`);
  for (const name of readdirSync(home, { recursive: true, encoding: "utf8" })) {
    if (/(?:^|\/)\.(?:new|wield)-[^/]*$/.test(name)) violation(`${name} stays in the home`);
  }
  for (const args of [["undo", "--list"], ["approvals", "--json"], ["doctor"], ["tools"]]) {
    const { code, out, err } = await command(args);
    if (code !== 0) violation(`wield ${args.join(" ")} ended with ${code}: ${out}${err}`);
    if (args[0] === "approvals" && out !== "[]\n") violation(`requests of the dead still wait: ${out}`);
  }
  const inputs = namesIn(join(home, "approvals/inputs"));
  if (inputs.length > 0) violation(`inputs of settled requests stay: ${inputs.join(" ")}`);
  count(`processes at the end: ${mutators.length}`);
}
