import type { JSONRPCMessage, RequestId } from "@modelcontextprotocol/server";

/** An answer as it is sent. The id is null where the request's could not be read. */
export type Answer = JSONRPCMessage | { readonly jsonrpc: "2.0"; readonly id: null; readonly error: object };

interface OpenBatch {
  readonly waiting: Set<RequestId>;
  readonly answers: Answer[];
}

/** Batches of an old client whose answers are not complete: they go out together, as one array. */
export interface Batches {
  /** `send` gets the array once every request of it was answered or cancelled. */
  open(ids: readonly RequestId[], faults: readonly Answer[]): void;
  /** True when the answer belongs to a batch and was kept for it. */
  takes(id: RequestId, answer: Answer): boolean;
  /** A cancelled request gets no answer; its batch does not wait for it. */
  forget(id: RequestId): void;
}

export function createBatches(send: (answers: readonly Answer[]) => void): Batches {
  const byId = new Map<RequestId, OpenBatch>();
  const closeIfDone = (batch: OpenBatch): void => {
    if (batch.waiting.size === 0 && batch.answers.length > 0) send(batch.answers);
  };
  const settle = (id: RequestId): OpenBatch | undefined => {
    const batch = byId.get(id);
    byId.delete(id);
    batch?.waiting.delete(id);
    return batch;
  };
  return {
    open(ids, faults) {
      const batch: OpenBatch = { waiting: new Set(ids), answers: [...faults] };
      for (const id of ids) byId.set(id, batch);
      closeIfDone(batch);
    },
    takes(id, answer) {
      const batch = settle(id);
      if (batch === undefined) return false;
      batch.answers.push(answer);
      closeIfDone(batch);
      return true;
    },
    forget(id) {
      const batch = settle(id);
      if (batch !== undefined) closeIfDone(batch);
    },
  };
}
