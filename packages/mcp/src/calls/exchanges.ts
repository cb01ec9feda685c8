import type { CallToolResult } from "@modelcontextprotocol/server";
import { fail } from "@wield/core";
import type { ClientRequest } from "../serve/client-request.ts";
import { failureResult } from "./call-result.ts";
import { type Answered, type Exchange, type OpenExchange, openExchange } from "./exchange.ts";

/** Finished calls whose client has not yet come back for the result. */
const MAX_UNCLAIMED = 32;

/** The calls of one connection, those included that wait for their client to repeat the request. */
export interface Exchanges {
  serve(request: ClientRequest, run: (exchange: Exchange) => Promise<CallToolResult>): Promise<Answered>;
  /** Stops all of them; resolves once each has ended. */
  abortAll(): Promise<void>;
}

export function createExchanges(): Exchanges {
  const open = new Map<string, OpenExchange>();
  const running = new Set<Promise<unknown>>();
  const aborts = new Set<() => void>();
  let count = 0;

  const dropUnclaimed = (): void => {
    const unclaimed = [...open].filter(([, exchange]) => exchange.isOver());
    for (const [state] of unclaimed.slice(0, -MAX_UNCLAIMED)) open.delete(state);
  };
  const begin = (request: ClientRequest, run: Parameters<Exchanges["serve"]>[1]): [string, OpenExchange] => {
    count += 1;
    const state = `call ${count}`;
    const exchange = openExchange(request, state, (opened) => {
      const result = run(opened);
      running.add(result);
      void result.finally(() => running.delete(result)).catch(() => {});
      return result;
    });
    open.set(state, exchange);
    return [state, exchange];
  };

  /** A request that can be held up by questions and is never repeated: the exchange is its own. */
  const serveAtOnce = async (
    request: ClientRequest & Required<Pick<ClientRequest, "abort" | "ask">>,
    run: Parameters<Exchanges["serve"]>[1],
  ): Promise<CallToolResult> => {
    const result = run({
      signal: request.signal,
      request: () => request,
      report: (progress) => request.report?.(progress),
      ask: request.ask,
    });
    running.add(result);
    aborts.add(request.abort);
    try {
      return await result;
    } finally {
      running.delete(result);
      aborts.delete(request.abort);
    }
  };

  return {
    async serve(request, run) {
      const { abort, ask, repeats } = request;
      if (abort !== undefined && ask !== undefined) return serveAtOnce({ ...request, abort, ask }, run);
      const known = repeats === undefined ? undefined : open.get(repeats.state);
      if (repeats !== undefined && known === undefined) return failureResult(NOT_OPEN);
      const [state, exchange] =
        known === undefined || repeats === undefined ? begin(request, run) : [repeats.state, known];
      let isAnswered = true;
      try {
        const answered = await exchange.serve(request);
        isAnswered = answered["resultType"] !== "input_required";
        return answered;
      } finally {
        if (isAnswered) open.delete(state);
        else dropUnclaimed();
      }
    },
    async abortAll() {
      for (const exchange of open.values()) exchange.abort();
      for (const abort of aborts) abort();
      await Promise.allSettled(running);
    },
  };
}

const NOT_OPEN = fail("not_found", "the call this answer belongs to is no longer open", {
  hint: "make the call again.",
});
