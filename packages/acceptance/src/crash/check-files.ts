import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { hashOfFile, temporaryFiles, textFiles } from "./disk.ts";
import type { RawCall } from "./journal-file.ts";
import type { Beginning } from "./mutator-report.ts";
import type { Mutator } from "./mutator.ts";
import type { SoakWorld } from "./soak-world.ts";

/**
 * Right after the kill, before anything else is started: each file holds what it was to hold, the one under way its
 * old content or its new one, and what changed has its intent in the journal.
 */
export function checkFiles(victim: Mutator, world: SoakWorld): void {
  const { workspace, journal, violation, count } = world;
  const pending = victim.pending();
  for (const [path, expected] of victim.expected) {
    if (path === pending?.path) continue;
    if (hashOfFile(join(workspace, path)) !== expected) violation(`${path} is not what the last call left`);
  }
  for (const path of textFiles(workspace, victim.folder)) {
    if (!victim.expected.has(path) && path !== pending?.path) violation(`${path} was made by nobody`);
  }
  for (const { callId, status, said } of victim.ended) {
    // A process that was held still for longer than a question waits.
    if (status === "denied" && said.includes("no answer within")) count("questions that became too old");
    else if (status !== "ok") violation(`${callId} ended with ${status}: ${said}`);
    if (journal.calls.get(callId)?.outcome === undefined) violation(`${callId} ended and has no outcome`);
  }
  for (const { path, callId } of temporaryFiles(workspace)) {
    const call = journal.calls.get(callId);
    if (!isNamed(call, path)) violation(`${path} stands in no intent`);
    if (call?.owner === victim.owner) count("temporary files left by the dead");
  }
  if (pending === undefined) {
    count("killed between two calls");
    return;
  }
  const file = join(workspace, pending.path);
  const present = hashOfFile(file);
  if (present === pending.after) {
    count(`${pending.what}: new content`);
    if (pendingCall(victim, world)?.intent === undefined) violation(`${pending.path} changed without intent`);
  } else if (present === pending.before) {
    count(`${pending.what}: old content`);
  } else if (isCutAppend(file, pending)) {
    count("append: cut short");
  } else {
    const bytes = present === null ? "nothing" : `${statSync(file).size} bytes`;
    violation(
      `${pending.path} (${pending.what}) holds ${bytes}, neither the old ${pending.beforeBytes} nor the new ${pending.afterBytes}`,
    );
  }
}

/**
 * The system may end a write of several pages after some of them when the process is killed, and an append goes to
 * the file itself. The old content has to be whole, and undo has to bring it back.
 */
export function isCutAppend(file: string, { what, before, beforeBytes, afterBytes }: Beginning): boolean {
  if (what !== "append" || statSync(file, { throwIfNoEntry: false }) === undefined) return false;
  const bytes = readFileSync(file);
  const start = createHash("sha256").update(bytes.subarray(0, beforeBytes)).digest("hex");
  return bytes.length > beforeBytes && bytes.length < afterBytes && start === before;
}

/** The call that was under way when the process died, once it is in the journal. */
export function pendingCall(victim: Mutator, { journal }: SoakWorld): RawCall | undefined {
  const known = new Set(victim.ended.map(({ callId }) => callId));
  return [...journal.calls.values()].find((call) => call.owner === victim.owner && !known.has(call.callId));
}

function isNamed(call: RawCall | undefined, path: string): boolean {
  return call?.intent?.temporaryFiles?.includes(path) === true;
}
