const CALL_ID = /^call_[A-Za-z0-9_-]{1,128}$/;
const CHANGE_NAME = /^(\d{15})\.(call_[A-Za-z0-9_-]{1,128})\.(\d{1,9})\.undo$/;

/** The changes of one call, as the names of their files tell. */
export interface UndoCallNames {
  readonly callId: string;
  /** Of its last change. */
  readonly at: number;
  /** Ascending by the order the changes were made in. */
  readonly files: readonly string[];
}

export function isCallId(id: string): boolean {
  return CALL_ID.test(id);
}

/** Name of the file of one change. Its time lets the newest calls be found without opening a file. */
export function changeName(change: { readonly callId: string; readonly at: number }, index: number): string {
  return `${String(Math.max(0, Math.round(change.at))).padStart(15, "0")}.${change.callId}.${index}.undo`;
}

/** Name of the file that says which call took this one back. */
export function undoneName(callId: string): string {
  return `${callId}.undone`;
}

/** Groups the names of a folder by call, newest first. */
export function groupByCall(names: readonly string[]): readonly UndoCallNames[] {
  const calls = new Map<string, { callId: string; at: number; changes: { index: number; name: string }[] }>();
  for (const name of names) {
    const match = CHANGE_NAME.exec(name);
    if (match === null) continue;
    const [, at = "", callId = "", index = ""] = match;
    const call = calls.get(callId) ?? { callId, at: 0, changes: [] };
    calls.set(callId, call);
    call.at = Math.max(call.at, Number(at));
    call.changes.push({ index: Number(index), name });
  }
  return [...calls.values()]
    .map(({ callId, at, changes }) => ({
      callId,
      at,
      files: changes.toSorted((one, other) => one.index - other.index).map(({ name }) => name),
    }))
    .toSorted((one, other) => other.at - one.at || (one.callId < other.callId ? 1 : -1));
}

/** The number that the next change of this call gets after those in a folder. */
export function nextIndexAfter(names: readonly string[], callId: string): number {
  const taken = names.map((name) => CHANGE_NAME.exec(name)).filter((match) => match?.[2] === callId);
  return Math.max(-1, ...taken.map((match) => Number(match?.[3]))) + 1;
}
