import { lstatSync } from "node:fs";
import { join } from "node:path";
import { pendingCall } from "./check-files.ts";
import { namesIn, temporaryFiles } from "./disk.ts";
import type { Mutator } from "./mutator.ts";
import type { SoakWorld } from "./soak-world.ts";

interface ListedCall {
  readonly callId: string;
  readonly status: string;
}

/**
 * Starts `wield journal` while the living stand still somewhere in their work: nothing of the dead stays, their
 * unfinished calls are told as interrupted, and nothing of the living is touched.
 */
export async function checkNextStart(
  dead: readonly Mutator[],
  { living, world }: { readonly living: readonly Mutator[]; readonly world: SoakWorld },
): Promise<void> {
  const { home, workspace, journal, violation, count } = world;
  const isDead = (callId: string): boolean =>
    dead.some(({ owner }) => owner === journal.calls.get(callId)?.owner);
  const before = temporaryFiles(workspace);
  const running = [...journal.calls.values()].filter(
    ({ owner, outcome }) => outcome === undefined && living.some((mutator) => mutator.owner === owner),
  );
  const unfinished = dead
    .map((mutator) => pendingCall(mutator, world))
    .filter((call) => call?.intent !== undefined && call.outcome === undefined);

  let listed = await listCalls(world);
  if (marksOf(dead, home).length > 0 && living.length > 0) {
    // One of the living stands still while it holds the index; nothing can be settled until it goes on.
    count("starts held up by a process that stood still");
    for (const mutator of living) mutator.goOn();
    listed = await listCalls(world);
    for (const mutator of living) await mutator.standStill();
    journal.update();
  } else {
    journal.update();
    for (const { path, callId, inode } of before.filter((file) => !isDead(file.callId))) {
      count("temporary files of the living");
      if (lstatSync(path, { throwIfNoEntry: false })?.ino !== inode)
        violation(`${path} of the running ${callId} was taken away`);
    }
    for (const { callId, intent } of running) {
      if (intent !== undefined) count("running calls of the living");
      if (journal.calls.get(callId)?.outcome !== undefined) violation(`the running ${callId} got an outcome`);
      const status = listed.find((call) => call.callId === callId)?.status;
      if (status !== "running") violation(`the running ${callId} is listed as ${status ?? "nothing"}`);
    }
  }
  for (const { path } of temporaryFiles(workspace).filter(({ callId }) => isDead(callId)))
    violation(`${path} of a dead process stays`);
  for (const mark of marksOf(dead, home)) violation(`the mark ${mark} of a dead process stays`);
  for (const call of unfinished) {
    if (call === undefined) continue;
    count("calls interrupted");
    const now = journal.calls.get(call.callId);
    if (now?.outcome?.status !== "interrupted") violation(`${call.callId} did not become interrupted`);
    if (now?.outcomes !== 1) violation(`${call.callId} has ${now?.outcomes ?? 0} outcomes`);
    const status = listed.find(({ callId }) => callId === call.callId)?.status;
    if (status !== "interrupted") violation(`${call.callId} is listed as ${status ?? "nothing"}`);
  }
}

async function listCalls({ command, violation, count }: SoakWorld): Promise<readonly ListedCall[]> {
  const { code, out, err } = await command(["journal", "--json", "--limit", "60"]);
  if (code !== 0) {
    violation(`wield journal ended with ${code}: ${err}`);
    return [];
  }
  // Told once by whoever takes the line into the index.
  if (/^warn: 1 line\(s\) of the journal cannot be read and were left as they are[^\n]*\n$/.test(err))
    count("torn lines told");
  else if (err !== "") violation(`wield journal said: ${err}`);
  return JSON.parse(out) as readonly ListedCall[];
}

function marksOf(dead: readonly Mutator[], home: string): readonly string[] {
  return namesIn(join(home, "processes")).filter((name) =>
    dead.some(({ owner }) => name.startsWith(`${owner}.`)),
  );
}
