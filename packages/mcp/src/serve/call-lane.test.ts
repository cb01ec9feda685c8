// Prevents: a call that overtakes what was sent before it, one the lane should have left to the library, and calls that
// go on when their client cancels or is gone.
import { expect, test } from "vitest";
import { type JSONRPCMessage, Server } from "@modelcontextprotocol/server";
import { systemClock } from "@wield/host";
import { call as rawCall } from "../testing/raw-client.ts";
import { createCallLane } from "./call-lane.ts";
import type { ClientRequest } from "./client-request.ts";

const SAID = { content: [{ type: "text" as const, text: "done" }] };
const server = new Server({ name: "t", version: "1" }, { capabilities: { tools: {} } });

function call(id: number | string, more: object = {}): JSONRPCMessage {
  const message = rawCall(id, "read_file", { path: "a" });
  return { ...message, params: { ...(message["params"] as object), ...more } } as JSONRPCMessage;
}

function lane(answer: (request: ClientRequest) => Promise<typeof SAID> = () => Promise.resolve(SAID)) {
  const sent: JSONRPCMessage[] = [];
  const requests: ClientRequest[] = [];
  const made = createCallLane(
    {
      callTool: (_name, _given, request) => {
        requests.push(request);
        return answer(request);
      },
    },
    {
      send: (message) => {
        sent.push(message);
        return Promise.resolve();
      },
      clock: systemClock,
    },
  );
  return { ...made, sent, requests };
}

const cancelOf = (id: number): JSONRPCMessage => ({
  jsonrpc: "2.0",
  method: "notifications/cancelled",
  params: { requestId: id },
});

test("before the handshake is over everything goes through the library, afterwards a plain call does not", async () => {
  const here = lane();
  expect(here.takes(call(1))).toBe(false);
  here.open(server);
  await expect.poll(() => here.takes(call(2))).toBe(true);
  await expect.poll(() => here.sent).toEqual([{ jsonrpc: "2.0", id: 2, result: SAID }]);
});

test("nothing overtakes a message that the library has yet to deal with", async () => {
  const here = lane();
  here.open(server);
  expect(here.takes({ jsonrpc: "2.0", method: "notifications/roots/list_changed" })).toBe(false);
  expect(here.takes(call(1))).toBe(false);
  await expect.poll(() => here.takes(call(2))).toBe(true);
});

test.each([
  ["an answer", { jsonrpc: "2.0", id: 1, result: {} }],
  ["another method", { jsonrpc: "2.0", id: 1, method: "tools/list" }],
  ["a notification", { jsonrpc: "2.0", method: "tools/call", params: { name: "a" } }],
  ["a name that is none", { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: 5 } }],
  ["a repeated call", call(1, { requestState: "call 1" })],
  ["a call with answers", call(1, { inputResponses: {} })],
  [
    "a call that says who it is",
    call(1, { _meta: { "io.modelcontextprotocol/protocolVersion": "2026-07-28" } }),
  ],
  ["an unknown parameter", call(1, { task: {} })],
])("%s goes through the library", (_what, message) => {
  const here = lane();
  here.open(server);
  expect(here.takes(message as JSONRPCMessage)).toBe(false);
  expect(here.requests).toEqual([]);
});

test("progress is reported under the token the call came with, and to nobody who gave none", async () => {
  const here = lane((request) => {
    request.report?.({ progress: 1, message: "half" });
    return Promise.resolve(SAID);
  });
  here.open(server);
  expect(here.takes(call(1, { _meta: { progressToken: "p" } }))).toBe(true);
  expect(here.takes(call(2))).toBe(true);
  await expect.poll(() => here.sent.length).toBe(3);
  expect(here.sent).toContainEqual({
    jsonrpc: "2.0",
    method: "notifications/progress",
    params: { progressToken: "p", progress: 1, message: "half" },
  });
});

test("a call that its client cancels is aborted and gets no answer, and so are all when the client is gone", async () => {
  const here = lane(
    ({ signal }) =>
      new Promise((resolve) => signal.addEventListener("abort", () => resolve(SAID), { once: true })),
  );
  here.open(server);
  for (const id of [1, 2, 3]) expect(here.takes(call(id))).toBe(true);
  expect(here.takes(cancelOf(2))).toBe(true);
  expect(here.requests.map(({ signal }) => signal.aborted)).toEqual([false, true, false]);
  // Of one the lane does not know the library may know.
  expect(here.takes(cancelOf(9))).toBe(false);
  here.close();
  expect(here.requests.map(({ signal }) => signal.aborted)).toEqual([true, true, true]);
  await new Promise((resolve) => setImmediate(resolve));
  expect(here.sent).toEqual([]);
});

test("a fault is the protocol's error", async () => {
  const here = lane(() => Promise.reject(new Error("no such thing")));
  here.open(server);
  here.takes(call(1));
  await expect
    .poll(() => here.sent)
    .toEqual([{ jsonrpc: "2.0", id: 1, error: { code: -32603, message: "no such thing" } }]);
});
