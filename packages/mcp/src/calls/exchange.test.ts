// Prevents: a question that a client never gets to see, an answer given to another call, and calls that stay open for
// a client who does not come back.
import { expect, test } from "vitest";
import type { CallToolResult } from "@modelcontextprotocol/server";
import type { ClientRequest } from "../serve/client-request.ts";
import type { Exchange } from "./exchange.ts";
import { createExchanges } from "./exchanges.ts";

const ROOTS = { method: "roots/list" } as const;

function request(repeats?: ClientRequest["repeats"], signal = new AbortController().signal): ClientRequest {
  const who = { clientName: "t", canElicit: true, canListRoots: true };
  return { signal, ...who, ...(repeats === undefined ? {} : { repeats }) };
}

function said(text: string): CallToolResult {
  return { content: [{ type: "text", text }] };
}

const limit = { signal: new AbortController().signal, timeoutMs: 1000 };

async function askOnce(exchange: Exchange): Promise<CallToolResult> {
  return said(JSON.stringify(await exchange.ask(ROOTS, limit)));
}

test("questions travel in results, and each answer goes to the call that asked", async () => {
  const exchanges = createExchanges();
  const first = await exchanges.serve(request(), askOnce);
  const second = await exchanges.serve(request(), askOnce);
  expect(first).toEqual({
    resultType: "input_required",
    inputRequests: { question_1: ROOTS },
    requestState: "call 1",
  });
  expect(second).toMatchObject({ requestState: "call 2" });
  const answer = (state: string, word: string): Promise<unknown> =>
    exchanges.serve(request({ state, answers: { question_1: word } }), askOnce);
  expect(await answer("call 2", "for two")).toEqual(said('"for two"'));
  expect(await answer("call 1", "for one")).toEqual(said('"for one"'));
  expect(await answer("call 1", "late")).toMatchObject({ isError: true });
});

test("a client that comes back without an answer is asked again", async () => {
  const exchanges = createExchanges();
  const first = await exchanges.serve(request(), askOnce);
  expect(await exchanges.serve(request({ state: "call 1", answers: { other: 1 } }), askOnce)).toEqual(first);
});

test("a client that cancels ends the call, in whichever of its requests it does so", async () => {
  const exchanges = createExchanges();
  await exchanges.serve(request(), async (exchange) => {
    await exchange.ask(ROOTS, limit);
    if (!exchange.signal.aborted)
      await new Promise((resolve) => exchange.signal.addEventListener("abort", resolve));
    return said("stopped");
  });
  const controller = new AbortController();
  const repeated = exchanges.serve(
    request({ state: "call 1", answers: { question_1: 1 } }, controller.signal),
    askOnce,
  );
  controller.abort();
  expect(await repeated).toEqual(said("stopped"));
});

test("an answer that is no longer wanted lets the call go on, and its result waits for the client", async () => {
  const exchanges = createExchanges();
  const unwanted = new AbortController();
  await exchanges.serve(request(), async (exchange) => {
    await exchange.ask(ROOTS, { ...limit, signal: unwanted.signal }).catch(() => {});
    return said("answered elsewhere");
  });
  unwanted.abort();
  const result = await exchanges.serve(
    request({ state: "call 1", answers: { question_1: "late" } }),
    askOnce,
  );
  expect(result).toEqual(said("answered elsewhere"));
});

test("results that nobody comes for are not kept for ever, and running calls are", async () => {
  const exchanges = createExchanges();
  const unwanted = new AbortController();
  const asking = async (exchange: Exchange): Promise<CallToolResult> => {
    await exchange.ask(ROOTS, { ...limit, signal: unwanted.signal }).catch(() => {});
    return said("kept");
  };
  const running = await exchanges.serve(request(), askOnce);
  for (let count = 0; count < 40; count += 1) await exchanges.serve(request(), asking);
  unwanted.abort();
  await new Promise((resolve) => setImmediate(resolve));
  expect(await exchanges.serve(request(), askOnce)).toMatchObject({ resultType: "input_required" });
  const claim = (state: string): Promise<unknown> =>
    exchanges.serve(request({ state, answers: { question_1: 1 } }), askOnce);
  expect(running).toMatchObject({ requestState: "call 1" });
  expect(await claim("call 2")).toMatchObject({ isError: true });
  expect(await claim("call 41")).toEqual(said("kept"));
  expect(await claim("call 1")).toEqual(said("1"));
});
