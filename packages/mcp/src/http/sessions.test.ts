// Prevents: sessions of clients that went away and are kept for ever, and one that ends under a client who still reads.
import { createManualClock } from "@wield/testkit";
import { createIdSource } from "@wield/host";
import { fail } from "@wield/core";
import { expect, test } from "vitest";
import { createHttpEndpoint } from "./http-endpoint.ts";
import { createOpenStreams } from "./open-streams.ts";

const HEADERS = { "content-type": "application/json", accept: "application/json, text/event-stream" };
const MINUTE_MS = 60_000;

function endpointWith(clock: ReturnType<typeof createManualClock>) {
  const ids = createIdSource();
  return createHttpEndpoint({
    open: async () => fail("unused", "no workspace is opened in this test"),
    workspace: "/w",
    cwd: "/w",
    realPath: async (path) => path,
    version: "0",
    clock,
    ids,
    makeSecret: () => ids.next("ses_"),
    log: () => undefined,
  });
}

function post(body: object, session?: string): Request {
  const own = session === undefined ? {} : { "mcp-session-id": session };
  return new Request("http://localhost/mcp", {
    method: "POST",
    headers: { ...HEADERS, ...own },
    body: JSON.stringify({ jsonrpc: "2.0", ...body }),
  });
}

async function begin(endpoint: ReturnType<typeof endpointWith>): Promise<string> {
  const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } };
  const hello = await endpoint.fetch(post({ id: 1, method: "initialize", params }));
  await hello.text();
  const id = hello.headers.get("mcp-session-id") ?? "";
  await endpoint.fetch(post({ method: "notifications/initialized" }, id));
  return id;
}

async function statusOfPing(endpoint: ReturnType<typeof endpointWith>, session: string): Promise<number> {
  const answer = await endpoint.fetch(post({ id: 2, method: "ping" }, session));
  await answer.text();
  return answer.status;
}

async function pass(clock: ReturnType<typeof createManualClock>, minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    await clock.advance(MINUTE_MS);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

test("a session ends an hour after its last use, and not before", async () => {
  const clock = createManualClock();
  const endpoint = endpointWith(clock);
  const [used, unused] = [await begin(endpoint), await begin(endpoint)];
  await pass(clock, 59);
  expect(await statusOfPing(endpoint, used)).toBe(200);
  await pass(clock, 3);
  expect(await statusOfPing(endpoint, unused)).toBe(404);
  expect(await statusOfPing(endpoint, used)).toBe(200);
  expect(endpoint.sessions).toBe(1);
  await endpoint.close();
  expect(endpoint.sessions).toBe(0);
});

test("sessions that were left make room for the next client, the one left longest first", async () => {
  const clock = createManualClock();
  const endpoint = endpointWith(clock);
  const first = await begin(endpoint);
  const second = await begin(endpoint);
  await pass(clock, 1);
  for (let count = 2; count < 512; count += 1) await begin(endpoint);
  expect(await statusOfPing(endpoint, first)).toBe(200);
  expect(endpoint.sessions).toBe(512);
  const room = await begin(endpoint);
  expect(await statusOfPing(endpoint, room)).toBe(200);
  expect(await statusOfPing(endpoint, second)).toBe(404);
  expect(await statusOfPing(endpoint, first)).toBe(200);
  // None of those that are left was left for a minute.
  expect(await begin(endpoint)).toBe("");
  await endpoint.close();
});

test("a session whose client listens is in use", async () => {
  const clock = createManualClock();
  const endpoint = endpointWith(clock);
  const session = await begin(endpoint);
  const listening = await endpoint.fetch(
    new Request("http://localhost/mcp", {
      headers: { accept: "text/event-stream", "mcp-session-id": session },
    }),
  );
  expect(listening.status).toBe(200);
  await pass(clock, 120);
  expect(await statusOfPing(endpoint, session)).toBe(200);
  await listening.body?.cancel();
  await pass(clock, 62);
  expect(await statusOfPing(endpoint, session)).toBe(404);
  await endpoint.close();
});

test("a client that leaves 16 MB unread is told to be too slow, once, and one that reads is not", async () => {
  let told = 0;
  const streams = createOpenStreams(() => (told += 1));
  const chunk = new Uint8Array(1024 * 1024);
  const answer = (chunks: number): Response =>
    new Response(
      new ReadableStream({
        start: (controller) => {
          for (let count = 0; count < chunks; count += 1) controller.enqueue(chunk);
          controller.close();
        },
      }),
      { headers: { "content-type": "text/event-stream" } },
    );
  const reading = streams.follow(answer(40), () => undefined);
  const reader = reading.body?.getReader();
  for (let count = 0; count < 40; count += 1) {
    streams.sent(chunk.length);
    await reader?.read();
  }
  expect(told).toBe(0);
  for (let count = 0; count < 40; count += 1) streams.sent(chunk.length);
  expect(told).toBe(1);
});
