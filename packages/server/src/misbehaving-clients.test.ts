// Prevents: a client that keeps to no rule of the protocol and costs others their answers, or the server its memory.
import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answerOf, callOf, openRawSession, rawPost, textOf } from "./testing/raw-post.ts";
import { hasBegun, type ServeFixture, serveFixture, stopped } from "./testing/serve-fixture.ts";

let server: ServeFixture;

beforeAll(async () => {
  server = await serveFixture();
});
afterAll(() => server[Symbol.asyncDispose]());

const READ = callOf(2, "read_file", { path: "a.txt" });

function hello(protocolVersion: string): object {
  const clientInfo = { name: "odd", version: "1" };
  return {
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion, capabilities: {}, clientInfo },
  };
}

test("one that never says it is ready is served all the same", async () => {
  const greeted = await rawPost(server, hello("2025-06-18"));
  const headers = { "mcp-session-id": greeted.headers.get("mcp-session-id") ?? "" };
  expect(await rawPost(server, READ, { headers }).then(textOf)).toContain("hi");
});

test("one that begins twice keeps its first session as it is", async () => {
  const session = await openRawSession(server);
  expect((await session.post(hello("2025-06-18"))).status).toBe(400);
  expect(await session.post(READ).then(textOf)).toContain("hi");
});

test("ids of every size come back as they were, and what is none is refused", async () => {
  const session = await openRawSession(server);
  for (const id of ["x".repeat(10_000), "", "__proto__", Number.MAX_SAFE_INTEGER, -1, 0]) {
    const answer = await session.post(callOf(id, "read_file", { path: "a.txt" })).then(answerOf);
    expect(answer["id"]).toBe(id);
    expect(answer["error"]).toBeUndefined();
  }
  for (const id of ["9007199254740993.5", "1e999", "[1]", "{}", "true"]) {
    const text = JSON.stringify(READ).replace('"id":2', `"id":${id}`);
    expect((await session.post(text)).status, id).toBe(400);
  }
});

test("a batch of an old client is answered", async () => {
  const greeted = await rawPost(server, hello("2025-03-26"));
  const headers = {
    "mcp-session-id": greeted.headers.get("mcp-session-id") ?? "",
    "mcp-protocol-version": "2025-03-26",
  };
  await rawPost(server, { jsonrpc: "2.0", method: "notifications/initialized" }, { headers });
  const batch = [READ, callOf(3, "read_file", { path: "none.txt" })];
  const answered = await rawPost(server, JSON.stringify(batch), { headers });
  const text = await answered.text();
  expect(answered.status).toBe(200);
  expect(text).toContain('"id":2');
  expect(text).toContain('"id":3');
  expect(text).toContain("none.txt");
});

test("a body that is not UTF-8 is refused, not repaired", async () => {
  const { id } = await openRawSession(server);
  const text = JSON.stringify(callOf(2, "read_file", { path: "a?.txt" }));
  const body = Buffer.from(text);
  body[text.indexOf("?")] = 0xff;
  const headers = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    authorization: `Bearer ${server.token}`,
    "mcp-session-id": id,
  };
  const refused = await fetch(server.url, { method: "POST", body, headers });
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain("not UTF-8");
});

test("half a request and silence holds up nobody", async () => {
  const socket = connect(server.port, "127.0.0.1");
  await new Promise<void>((resolve) => socket.once("connect", resolve));
  socket.write(
    `POST /mcp HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${server.token}\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n\r\n{"jsonrpc":`,
  );
  const session = await openRawSession(server);
  expect(await session.post(READ).then(textOf)).toContain("hi");
  socket.destroy();
});

test("200 sessions that are opened and left take nothing from the next client", async () => {
  await using other = await serveFixture();
  for (let round = 0; round < 20; round += 1)
    await Promise.all(
      Array.from({ length: 10 }, () => rawPost(other, hello("2025-06-18")).then((r) => r.text())),
    );
  const session = await openRawSession(other);
  expect(await session.post(READ).then(textOf)).toContain("hi");
});

test("sessions are bounded: what is too many is told, until one ends", async () => {
  await using other = await serveFixture();
  const first = await openRawSession(other);
  const statuses = new Set<number>();
  for (let round = 0; round < 26; round += 1) {
    const opened = await Promise.all(
      Array.from({ length: 20 }, () =>
        rawPost(other, hello("2025-06-18")).then(async (answer) => {
          await answer.text();
          return answer.status;
        }),
      ),
    );
    for (const status of opened) statuses.add(status);
  }
  expect([...statuses]).toEqual([200, 503]);
  const headers = { authorization: `Bearer ${other.token}`, "mcp-session-id": first.id };
  expect((await fetch(other.url, { method: "DELETE", headers })).ok).toBe(true);
  expect((await rawPost(other, hello("2025-06-18"))).status).toBe(200);
});

test("in the newest revision a client that goes away in the middle of its call stops it", async () => {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "odd", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const running = hasBegun("goes away");
  const abort = new AbortController();
  const params = { name: "echo_later", arguments: { ms: 600_000, word: "goes away" }, _meta };
  const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
  const headers = {
    "mcp-protocol-version": "2026-07-28",
    "mcp-method": "tools/call",
    "mcp-name": "echo_later",
  };
  const dropped = rawPost(server, call, { headers, signal: abort.signal });
  await running;
  abort.abort();
  await expect(dropped).rejects.toThrow();
  await expect.poll(() => stopped.has("goes away"), { timeout: 60_000 }).toBe(true);
});
