import type { FileBefore, UndoChange, UndoRecord, UndoStore } from "@wield/core";

interface KeptCall extends Omit<UndoRecord, "changes" | "undoneBy"> {
  readonly befores: FileBefore[];
  undoneBy?: string;
}

/** Undo data in memory. */
export interface MemoryUndo extends UndoStore {
  /** Forgets everything. */
  clear(): void;
  /** From now on `save` rejects. */
  failSaves(): void;
}

export function createMemoryUndo(): MemoryUndo {
  const kept: KeptCall[] = [];
  let failsSaves = false;

  const find = (workspace: string, callId: string): KeptCall | undefined =>
    kept.find((call) => call.callId === callId && call.workspace === workspace);

  return {
    async save(call, before) {
      if (failsSaves) throw new Error("no space left on device");
      const known = find(call.workspace, call.callId);
      if (known === undefined) kept.push({ ...call, befores: [before] });
      else known.befores.push(before);
    },
    async list(workspace, options = {}) {
      const newestFirst = kept
        .filter((call) => call.workspace === workspace)
        .filter((call) => options.sessionId === undefined || call.sessionId === options.sessionId)
        .toReversed();
      return newestFirst.slice(0, options.limit ?? newestFirst.length).map(toRecord);
    },
    async get(workspace, callId) {
      const call = find(workspace, callId);
      return call === undefined ? undefined : toRecord(call);
    },
    async content(workspace, callId, index) {
      return find(workspace, callId)?.befores[index]?.content;
    },
    async markUndone(workspace, callId, undoneBy) {
      const call = find(workspace, callId);
      if (call !== undefined) call.undoneBy = undoneBy;
    },
    clear() {
      kept.length = 0;
    },
    failSaves() {
      failsSaves = true;
    },
  };
}

function toRecord({ befores, ...call }: KeptCall): UndoRecord {
  return { ...call, changes: befores.map(toChange) };
}

function toChange({ content, ...change }: FileBefore, index: number): UndoChange {
  return { ...change, index, existed: content !== undefined || change.appendedAt !== undefined };
}
