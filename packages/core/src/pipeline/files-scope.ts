import { changesSomething, isPathEffect } from "../effects/effect.ts";
import { fail, type FailedResult } from "../contract/result.ts";
import type { FileAccess, FileBefore, FilesScope, UndoReceipt } from "../ports/files-driver.ts";
import type { ResolvedPath } from "../ports/paths.ts";
import { below, floorVerdict } from "../policy/floor.ts";
import { describeRule } from "../policy/guards.ts";
import { outsideWorkspace } from "../policy/outside-workspace.ts";
import { restricts } from "../policy/rule-matches.ts";
import type { Files } from "../services/files.ts";
import type { DecodedCall } from "./call-state.ts";
import type { PipelineDeps } from "./deps.ts";

/** What the files service of one call may do, and what it did. */
export interface FilesUse {
  /** False for tools that only report, and for previews. */
  readonly mayChange: boolean;
  readonly signal: AbortSignal;
  /** Set once the call has ended: everything is refused then. */
  isClosed(): boolean;
  /** A refusal ends the call as denied. */
  refused(failure: FailedResult): void;
}

/** The scope a files driver works under for one call: every open is judged on what is really there. */
export function createFilesScope(call: DecodedCall, deps: PipelineDeps, use: FilesUse): FilesScope {
  const { conversation } = call;
  const { settings, workspace, sessionId } = conversation;
  const temporary = createTemporaryNames(call, deps);
  return {
    workspace,
    judge: (access, path) => {
      const refusal = use.isClosed()
        ? ENDED
        : judgeUse(access, path, { call, deps, mayChange: use.mayChange });
      if (refusal !== undefined) use.refused(refusal);
      return refusal;
    },
    mayShow: (path) =>
      !use.isClosed() && judgeUse("read", path, { call, deps, mayChange: false }) === undefined,
    mayProceedWithoutUndo: ({ isAtomic }) => isAtomic && !settings.isJournalStrict,
    maxUndoBytes: settings.maxUndoBytes,
    saveUndo: (before) => saveUndo(before, call, deps),
    temporaryPath: temporary,
    changed: (display) => {
      if (!call.changed.includes(display)) call.changed.push(display);
    },
    sightings: {
      get: (real) => deps.sightings.get(sessionId, real),
      set: (real, sighting) => deps.sightings.set(sessionId, real, sighting),
      forget: (real) => deps.sightings.forget(sessionId, real),
    },
    signal: use.signal,
  };
}

const ENDED = fail("policy_denied", "the call has ended; nothing more is opened for it");

interface Judging {
  readonly call: DecodedCall;
  readonly deps: PipelineDeps;
  readonly mayChange: boolean;
}

function judgeUse(access: FileAccess, path: ResolvedPath, judging: Judging): FailedResult | undefined {
  const { call, deps, mayChange } = judging;
  const { workspace } = call.conversation;
  const isChange = access !== "read";
  const isDeclared = declaredPaths(call, access).some((real) => below(real, path.real) !== undefined);
  const floor = floorVerdict(isChange ? "change" : "read", path, { floor: deps.floor, workspace });
  if (floor?.decision === "deny") return denied(floor.reason, floor.hint);
  const outside = outsideWorkspace(path, workspace, access);
  if (outside !== undefined) return outside;
  if (isChange && !mayChange) {
    return denied(
      `${call.tool.name} only reports (mutates: false) and may not change ${path.display}`,
      "this is a fault of the tool; do not repeat the call.",
    );
  }
  if (isChange && call.tool.hasEffects && !isDeclared) {
    return denied(
      `${call.tool.name} would ${access} ${path.display}, which is not among the effects this call declared`,
      "look at the path again (a link may have changed), or report the tool.",
    );
  }
  if (floor !== undefined && !isDeclared)
    return denied(floor.reason, "name the path in the call, so that a person can be asked.");
  return judgeRules(access, path, { call, isDeclared });
}

/** A rule that asks was put to a person before the call ran, but only for the paths the call declared. */
function judgeRules(
  access: FileAccess,
  path: ResolvedPath,
  { call, isDeclared }: { readonly call: DecodedCall; readonly isDeclared: boolean },
): FailedResult | undefined {
  const { settings, sessionRules, workspace, caller, surface } = call.conversation;
  const effects = [{ effect: { kind: access, path: path.given }, path }] as const;
  for (const rule of [...settings.rules, ...sessionRules.list()]) {
    if (rule.match?.path === undefined || rule.action === "allow" || (rule.action === "ask" && isDeclared))
      continue;
    if (!restricts(rule, { tool: call.tool, effects, workspace, caller, surface })) continue;
    const reason = rule.reason === undefined ? "" : `: ${rule.reason}`;
    return denied(
      `a rule closes ${path.display} (${describeRule(rule)}${reason})`,
      "use another path, or ask the person to change the rule.",
    );
  }
  return undefined;
}

function declaredPaths(call: DecodedCall, access: FileAccess): readonly string[] {
  const reals: string[] = [];
  for (const { effect, path } of call.effects) {
    if (path === undefined || !isPathEffect(effect)) continue;
    if (access === "read" || changesSomething(effect)) reals.push(path.real);
  }
  return reals;
}

async function saveUndo(before: FileBefore, call: DecodedCall, deps: PipelineDeps): Promise<UndoReceipt> {
  const { conversation } = call;
  try {
    await deps.undo.save(
      {
        callId: call.id,
        sessionId: conversation.sessionId,
        workspace: conversation.workspace.root,
        tool: call.tool.name,
        at: deps.clock.now(),
      },
      before,
    );
    return { kept: true };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    deps.log("error", `undo data of ${call.id} could not be saved: ${reason}`);
    return { kept: false, reason };
  }
}

/** Names for temporary files: fixed for the declared paths before the call runs, journaled for any other. */
function createTemporaryNames(call: DecodedCall, deps: PipelineDeps): (real: string) => string {
  const declared = temporaryFiles(call);
  let others = declared.length;
  return (real) => {
    const index = declaredPaths(call, "write").indexOf(real);
    if (index >= 0) return declared[index] ?? temporaryPath(call.id, real, index);
    const path = temporaryPath(call.id, real, others);
    others += 1;
    deps.journal.append({ v: 1, type: "temporary", callId: call.id, at: deps.clock.now(), path });
    return path;
  };
}

/** The temporary files a call may leave behind when its process dies. */
export function temporaryFiles(call: DecodedCall): readonly string[] {
  return declaredPaths(call, "write").map((real, index) => temporaryPath(call.id, real, index));
}

function temporaryPath(callId: string, real: string, index: number): string {
  const folder = real.slice(0, real.lastIndexOf("/") + 1);
  return `${folder}.wield-${callId.slice("call_".length)}-${index}.tmp`;
}

/** Files for a preview: reading only, and a refusal is told instead of ending the call. */
export function filesForPreview(
  call: DecodedCall,
  deps: PipelineDeps,
  signal: AbortSignal,
): { readonly files: Files; refusal(): string | undefined } {
  let refusal: string | undefined;
  const scope = createFilesScope(call, deps, {
    mayChange: false,
    signal,
    isClosed: () => signal.aborted,
    refused: (failure) => {
      refusal ??= failure.message;
    },
  });
  return { files: deps.files.open(scope), refusal: () => refusal };
}

function denied(message: string, hint?: string): FailedResult {
  return fail("policy_denied", message, hint === undefined ? {} : { hint });
}
