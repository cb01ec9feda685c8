import { fail, value } from "@wield/core";
import type { Files, Outcome, UndoRecord } from "@wield/core";
import { isSameState, pastState } from "./past-state.ts";
import type { FileState, PastState, RecordedChange } from "./past-state.ts";
import type { PlannedChange } from "./undo-plan.ts";

/** Largest file that is compared and put back; it is held in memory. */
const MAX_BYTES = 256 * 1024 * 1024;

export interface UndoneInput {
  readonly changes: readonly PlannedChange[];
}

/** Where kept changes are read from. */
export interface KeptChanges {
  get(callId: string): Promise<UndoRecord | undefined>;
  content(callId: string, index: number): Promise<Uint8Array | undefined>;
}

/** One path, as it is and as it was before the changes. */
export interface FoundPath {
  /** Real path. */
  readonly path: string;
  readonly display: string;
  readonly present: FileState;
  /** sha256 of what is there now; nothing when nothing is. */
  readonly presentHash?: string;
  readonly past: PastState;
  /** True when it already is as it was. */
  readonly isThere: boolean;
}

export interface FindOptions {
  readonly files: Pick<Files, "read">;
  readonly kept: KeptChanges;
}

/** Looks at every path of the changes. Writes nothing. Fails with `not_kept`, or as the read of a path failed. */
export async function findPaths(
  { changes }: UndoneInput,
  options: FindOptions,
): Promise<Outcome<readonly FoundPath[]>> {
  const records = new Map<string, UndoRecord | undefined>();
  const byPath = new Map<string, RecordedChange[]>();
  for (const { call, index, path } of changes) {
    if (!records.has(call)) records.set(call, await options.kept.get(call));
    const change = records.get(call)?.changes.find((candidate) => candidate.index === index);
    if (change === undefined || change.real !== path) {
      return fail("not_kept", `what ${call} changed in ${path} is not kept any more`, {
        hint: "undo data is kept for a time and up to a size: undo.keep_days, undo.keep_bytes.",
      });
    }
    const ofPath = byPath.get(path) ?? [];
    ofPath.push({ call, change, content: () => options.kept.content(call, index) });
    byPath.set(path, ofPath);
  }
  const found: FoundPath[] = [];
  for (const [path, ofPath] of byPath) {
    const one = await findPath(path, ofPath, options);
    if (!one.ok) return one;
    found.push(one.value);
  }
  return value(found);
}

async function findPath(
  path: string,
  changes: readonly RecordedChange[],
  { files }: FindOptions,
): Promise<Outcome<FoundPath>> {
  const display = changes[0]?.change.display ?? path;
  const read = await files.read(path, { isExact: true, maxBytes: MAX_BYTES });
  if (!read.ok && read.code !== "no_such_file") return read;
  if (read.ok && read.value.isCapped) {
    return fail("not_kept", `${display} has more than ${MAX_BYTES} bytes, which is more than is put back`);
  }
  const present: FileState = read.ok ? { kind: "file", bytes: read.value.bytes } : { kind: "absent" };
  const past = await pastState(present, changes);
  return value({
    path,
    display,
    present,
    ...(read.ok ? { presentHash: read.value.hash } : {}),
    past,
    isThere: past.kind !== "impossible" && isSameState(present, past.state),
  });
}
