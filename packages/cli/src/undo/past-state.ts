import { createHash } from "node:crypto";
import type { UndoChange } from "@wield/core";

/** What stands, or stood, under one path. */
export type FileState = { readonly kind: "absent" } | { readonly kind: "file"; readonly bytes: Uint8Array };

export interface RecordedChange {
  readonly call: string;
  readonly change: UndoChange;
  /** The previous bytes; read when they are needed. */
  readonly content: () => Promise<Uint8Array | undefined>;
}

export type PastState =
  | {
      readonly kind: "found";
      readonly state: FileState;
      /** Permission bits it had; absent when it did not exist. */
      readonly mode?: number;
    }
  /** Somebody else changed the file; `state` is what taking back would give all the same. */
  | { readonly kind: "conflict"; readonly reason: string; readonly state: FileState; readonly mode?: number }
  | { readonly kind: "impossible"; readonly reason: string };

/**
 * What one path held before the given changes of it, newest first, were made. Each change must have left what the
 * next newer one (or the present) starts from; else there is a conflict.
 */
export async function pastState(present: FileState, changes: readonly RecordedChange[]): Promise<PastState> {
  let state = present;
  let mode: number | undefined;
  let reason: string | undefined;
  for (const [position, { call, change, content }] of changes.entries()) {
    if (hashOf(state) !== change.afterHash) {
      reason ??=
        position === 0
          ? whatIsThere(state, change.afterHash, call)
          : `it was changed between ${call} and ${changes[position - 1]?.call ?? "the next call"} without Wield`;
    }
    const before = await stateBefore(state, change, content);
    if (before === undefined) {
      return {
        kind: "impossible",
        reason: `what it held before ${call} was not kept, or its beginning has changed`,
      };
    }
    state = before;
    mode = change.mode;
  }
  const found = { state, ...(mode === undefined || state.kind === "absent" ? {} : { mode }) };
  return reason === undefined ? { kind: "found", ...found } : { kind: "conflict", reason, ...found };
}

/** sha256 of a file's bytes, hexadecimal; nothing for a file that is not there. */
function hashOf(state: FileState): string | undefined {
  return state.kind === "absent" ? undefined : createHash("sha256").update(state.bytes).digest("hex");
}

export function isSameState(left: FileState, right: FileState): boolean {
  if (left.kind === "absent" || right.kind === "absent") return left.kind === right.kind;
  return Buffer.compare(left.bytes, right.bytes) === 0;
}

async function stateBefore(
  state: FileState,
  change: UndoChange,
  content: () => Promise<Uint8Array | undefined>,
): Promise<FileState | undefined> {
  if (!change.existed) return { kind: "absent" };
  const { appendedAt } = change;
  if (appendedAt === undefined) {
    const bytes = await content();
    return bytes === undefined ? undefined : { kind: "file", bytes };
  }
  if (state.kind === "absent" || state.bytes.length < appendedAt.length) return undefined;
  const shorter: FileState = { kind: "file", bytes: state.bytes.subarray(0, appendedAt.length) };
  return hashOf(shorter) === appendedAt.hash ? shorter : undefined;
}

function whatIsThere(state: FileState, left: string | undefined, call: string): string {
  if (state.kind === "absent") return `it was deleted after ${call}`;
  return left === undefined ? `it was made again after ${call} deleted it` : `it was changed after ${call}`;
}
