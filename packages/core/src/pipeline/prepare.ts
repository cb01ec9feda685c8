import { lockKeys, type LockKey } from "../effects/lock-keys.ts";
import { resolveEffects } from "../effects/resolve-effects.ts";
import { recordFolder } from "../ports/paths.ts";
import type { StageFailure } from "./call.ts";
import { askGuards, folderNow, withCommands } from "./guard.ts";
import { digestOf } from "./make-request.ts";
import { stop, type DecodedCall } from "./call-state.ts";
import { cancelledBeforeRun } from "./cancel.ts";
import type { PipelineDeps } from "./deps.ts";
import { temporaryFiles } from "./temporary-names.ts";
import type { LockTable } from "./lock-table.ts";
import { scrubbedEffects } from "./record.ts";
import { messageOf } from "../text/message-of.ts";

/** Longest wait for the disk before a call, in milliseconds. */
const FLUSH_LIMIT_MS = 5000;

export function locksOf(call: DecodedCall): readonly LockKey[] {
  return lockKeys(call.effects, call.conversation.sessionId);
}

/** Takes the call's locks and brings its intent to disk. The returned function gives the locks back. */
export async function prepare(
  call: DecodedCall,
  deps: PipelineDeps,
  locks: LockTable,
): Promise<(() => void) | StageFailure> {
  const signal = call.request.signal ?? NEVER;
  const { parent } = call.conversation;
  const ancestors = parent === undefined ? [] : [parent.callId, ...(parent.ancestors ?? [])];
  const claim = { callId: call.id, tool: call.tool.name, ancestors, keys: locksOf(call) };
  const answer = await locks.take(claim, signal);
  if (answer.kind === "cancelled") return cancelledBeforeRun(call.tool.name, "prepare");
  if (answer.kind === "cycle") {
    return stop("prepare", "failed", {
      code: "preparation_error",
      message: `${call.tool.name} and ${answer.with} each wait for what the other holds`,
      hint: "run them one after the other.",
    });
  }
  try {
    const problem =
      (await checkDigest(call, deps)) ??
      (await checkFolder(call, deps)) ??
      (await bringIntentToDisk(call, deps)) ??
      (signal.aborted ? cancelledBeforeRun(call.tool.name, "prepare") : undefined);
    if (problem === undefined) return answer.release;
    answer.release();
    return problem;
  } catch (error) {
    answer.release();
    throw error;
  }
}

const NEVER = new AbortController().signal;

/** What was approved must be what runs: links may have moved while people thought about it. */
async function checkDigest(call: DecodedCall, deps: PipelineDeps): Promise<StageFailure | undefined> {
  if (call.approvedDigest === undefined) return undefined;
  const effects = call.effects.map(({ effect }) => effect);
  const now = await resolveEffects(effects, call.conversation.workspace, deps.files);
  if (!("status" in now) && digestOf(call, await withCommands(now, call, deps)) === call.approvedDigest)
    return undefined;
  return stop("prepare", "denied", {
    code: "approval_denied",
    message: `what ${call.tool.name} would touch changed after it was approved, so it was not run`,
    hint: "look at the paths again and make the call anew.",
  });
}

/** A command that ran meanwhile may have moved the shell: then the paths of this one are others than were judged. */
async function checkFolder(call: DecodedCall, deps: PipelineDeps): Promise<StageFailure | undefined> {
  const isCommand = call.effects.some(({ command }) => command !== undefined);
  if (!isCommand || folderNow(call, deps) === call.commandFolder) return undefined;
  call.commandFolder = folderNow(call, deps);
  call.effects = await withCommands(call.effects, call, deps);
  const { verdict } = await askGuards(call, deps, []);
  if (verdict === undefined || (verdict.decision === "ask" && call.approvedDigest !== undefined))
    return undefined;
  return stop("prepare", "denied", {
    code: "policy_denied",
    message: `${call.tool.name} was not run: the shell is in ${call.commandFolder} now, and there: ${verdict.reason}`,
    hint: "make the call again, alone.",
  });
}

async function bringIntentToDisk(call: DecodedCall, deps: PipelineDeps): Promise<StageFailure | undefined> {
  if (call.tool.mutates === false) return undefined;
  const { conversation } = call;
  const { elsewhere } = conversation.workspace;
  try {
    await withLimit(
      deps.journal.sync({
        v: 1,
        type: "intent",
        callId: call.id,
        at: deps.clock.now(),
        tool: call.tool.name,
        sessionId: conversation.sessionId,
        workspace: recordFolder(conversation.workspace),
        ...(elsewhere === undefined ? {} : { place: elsewhere.name }),
        effects: scrubbedEffects(call),
        // Whoever cleans up after us can do so on this machine only.
        temporaryFiles: elsewhere === undefined ? temporaryFiles(call) : [],
      }),
      deps,
    );
    return undefined;
  } catch (error) {
    const reason = messageOf(error);
    deps.log("error", `the journal could not be written before ${call.tool.name} (${call.id}): ${reason}`);
    if (!conversation.settings.isJournalStrict) return undefined;
    return stop("prepare", "failed", {
      code: "preparation_error",
      message: `${call.tool.name} was not run: its journal entry could not be saved (${reason})`,
      hint: "nothing was changed; a person has to look at the disk (wield doctor).",
    });
  }
}

function withLimit(saved: Promise<void>, deps: PipelineDeps): Promise<void> {
  return new Promise((resolve, reject) => {
    const cancel = deps.clock.timer(FLUSH_LIMIT_MS, () =>
      reject(new Error(`not on disk within ${FLUSH_LIMIT_MS / 1000} s`)),
    );
    saved.then(resolve, reject).finally(cancel);
  });
}
