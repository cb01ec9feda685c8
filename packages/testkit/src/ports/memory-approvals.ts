import type { ApprovalAnswer, ApprovalRequest, ApprovalStore } from "@wield/core";

type Settled = ApprovalAnswer | "closed";

/** Approval requests in memory. `all` shows every request ever made, `rawInput` included. */
export interface MemoryApprovals extends ApprovalStore {
  readonly all: readonly ApprovalRequest[];
  /** Resolves with the oldest pending request as soon as there is one. */
  nextRequest(): Promise<ApprovalRequest>;
  /** From now on `create` rejects. */
  failCreates(): void;
}

export function createMemoryApprovals(): MemoryApprovals {
  const all: ApprovalRequest[] = [];
  const settled = new Map<string, Settled>();
  const taken = new Set<string>();
  let settleWatchers: (() => void)[] = [];
  let requestWatchers: (() => void)[] = [];
  let failsCreates = false;

  const isPending = (request: ApprovalRequest): boolean => !settled.has(request.id);

  function settle(id: string, how: Settled): void {
    settled.set(id, how);
    const told = settleWatchers;
    settleWatchers = [];
    for (const tell of told) tell();
  }

  function answerOf(id: string): ApprovalAnswer | undefined {
    const how = settled.get(id);
    return how === "closed" ? undefined : how;
  }

  return {
    all,
    async create(request) {
      if (failsCreates) throw new Error("the approvals store is read-only");
      all.push(request);
      const told = requestWatchers;
      requestWatchers = [];
      for (const tell of told) tell();
    },
    async answer(id, answer) {
      if (!all.some((request) => request.id === id)) return "unknown";
      if (settled.has(id)) return "already_settled";
      settle(id, answer);
      return "settled";
    },
    async waitForAnswer(id, signal) {
      while (!settled.has(id) && !signal.aborted) await nextChange(signal, settleWatchers);
      return answerOf(id);
    },
    async close(id) {
      if (!settled.has(id)) settle(id, "closed");
      return answerOf(id);
    },
    async ofCall(sessionId, callId) {
      const found = all.findLast((one) => one.sessionId === sessionId && one.callId === callId);
      if (found === undefined) return undefined;
      const { rawInput: _kept, ...request } = found;
      const how = settled.get(found.id);
      if (how === undefined) return { request, state: { kind: "pending" } };
      return how === "closed"
        ? { request, state: { kind: "closed", why: "expired" } }
        : { request, state: { kind: "answered", answer: how } };
    },
    async take(id) {
      const isFirst = !taken.has(id);
      taken.add(id);
      return isFirst;
    },
    async pending() {
      return all.filter(isPending).map(({ rawInput: _kept, ...shown }) => shown);
    },
    async nextRequest() {
      for (;;) {
        const request = all.find(isPending);
        if (request !== undefined) return request;
        await new Promise<void>((resolve) => requestWatchers.push(resolve));
      }
    },
    failCreates() {
      failsCreates = true;
    },
  };
}

function nextChange(signal: AbortSignal, watchers: (() => void)[]): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      signal.removeEventListener("abort", done);
      resolve();
    };
    signal.addEventListener("abort", done);
    watchers.push(done);
  });
}
