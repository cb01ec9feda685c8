import { fail, type FailedResult } from "../contract/result.ts";
import type { FileBefore, FilesScope, UndoReceipt } from "../ports/files-driver.ts";
import { recordFolder } from "../ports/paths.ts";
import type { Files } from "../services/files.ts";
import type { DecodedCall } from "./call-state.ts";
import { declaredPaths } from "./declared-paths.ts";
import type { PipelineDeps } from "./deps.ts";
import { isOpenBelow, judgeUse, type Judging } from "./judge-use.ts";
import { createTemporaryNames } from "./temporary-names.ts";
import { messageOf } from "../text/message-of.ts";

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

const ENDED = fail("policy_denied", "the call has ended; nothing more is opened for it");

/** The scope a files driver works under for one call: every open is judged on what is really there. */
export function createFilesScope(call: DecodedCall, deps: PipelineDeps, use: FilesUse): FilesScope {
  const { conversation } = call;
  const { settings, workspace, sessionId } = conversation;
  const judging: Judging = { call, deps, mayChange: use.mayChange, declared: declaredPaths(call.effects) };
  return {
    workspace,
    judge: (access, path) => {
      const refusal = use.isClosed() ? ENDED : judgeUse(access, path, judging);
      if (refusal !== undefined) use.refused(refusal);
      return refusal;
    },
    mayShow: (path) => !use.isClosed() && judgeUse("read", path, judging) === undefined,
    isOpenBelow: (real) => !use.isClosed() && isOpenBelow(real, judging),
    // The last word before a change: a call that has ended makes none any more.
    mayProceedWithoutUndo: ({ isAtomic }) => isAtomic && !settings.isJournalStrict && !use.isClosed(),
    maxUndoBytes: settings.maxUndoBytes,
    saveUndo: async (before) => {
      const receipt = use.isClosed() ? NOT_KEPT : await saveUndo(before, call, deps);
      return use.isClosed() ? NOT_KEPT : receipt;
    },
    temporaryPath: createTemporaryNames(call, deps),
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

const NOT_KEPT: UndoReceipt = { kept: false, reason: "the call has ended" };

async function saveUndo(before: FileBefore, call: DecodedCall, deps: PipelineDeps): Promise<UndoReceipt> {
  const { conversation } = call;
  const { elsewhere } = conversation.workspace;
  try {
    await deps.undo.save(
      {
        callId: call.id,
        sessionId: conversation.sessionId,
        workspace: recordFolder(conversation.workspace),
        ...(elsewhere === undefined ? {} : { place: elsewhere.name }),
        tool: call.tool.name,
        at: deps.clock.now(),
      },
      before,
    );
    return { kept: true };
  } catch (error) {
    const reason = messageOf(error);
    deps.log("error", `undo data of ${call.id} could not be saved: ${reason}`);
    return { kept: false, reason };
  }
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
