// Prevents: requests that bring the server down, hold its memory, or are served although they should not be.
import { request } from "node:http";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answerOf, callOf, openRawSession, rawPost, textOf } from "./testing/raw-post.ts";
import { type ServeFixture, serveFixture } from "./testing/serve-fixture.ts";

let server: ServeFixture;

beforeAll(async () => {
  server = await serveFixture();
});
afterAll(() => server[Symbol.asyncDispose]());

const READ = callOf(1, "read_file", { path: "a.txt" });

test("the health is open, and tells the version alone", async () => {
  const health = await fetch(`${server.origin}/health`);
  expect(await health.json()).toEqual({ ok: true, version: "0.0.0-test" });
  expect((await fetch(`${server.origin}/other`)).status).toBe(401);
});

test("refusals say what is wrong in the form of the API", async () => {
  const refused = await rawPost(server, READ, { headers: { authorization: "Bearer nope" } });
  expect(refused.status).toBe(401);
  expect(refused.headers.get("www-authenticate")).toBe("Bearer");
  expect(await refused.json()).toEqual({
    error: { code: "wrong_token", message: expect.stringContaining("server.token") },
  });
  expect(await (await fetch(server.url, { method: "POST", body: "{}" })).json()).toEqual({
    error: { code: "no_token", message: expect.stringContaining("Authorization: Bearer") },
  });
  const wrongHost = await status({ host: "evil.example" });
  expect(wrongHost).toBe(421);
  expect(await status({ origin: "https://evil.example" })).toBe(403);
  const nothing = await fetch(`${server.origin}/nothing`, {
    headers: { authorization: `Bearer ${server.token}` },
  });
  expect(nothing.status).toBe(404);
});

test("wrong tokens are told to wait after ten of a minute; the right one is served, and none at all is no guess", async () => {
  await using other = await serveFixture();
  const wrong = () => rawPost(other, READ, { headers: { authorization: "Bearer nope" } });
  for (let count = 0; count < 10; count += 1) expect((await wrong()).status).toBe(401);
  const refused = await wrong();
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await refused.json()).toMatchObject({ error: { code: "too_many_logins" } });
  expect((await fetch(other.url)).status).toBe(401);
  const session = await openRawSession(other);
  expect(await session.post(READ).then(textOf)).toContain("hi");
});

test("the page of the printed link says how to connect, holds no secret and runs nothing", async () => {
  const page = await fetch(`${server.origin}/`);
  expect(page.status).toBe(200);
  const text = await page.text();
  expect(text).toContain("Authorization: Bearer");
  expect(text).not.toContain(server.token);
  expect(text).not.toContain("<script");
  expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect((await fetch(`${server.origin}/`, { method: "POST", body: "{}" })).status).toBe(404);
});

test("a body that is no JSON, of another type, too large, or a batch of nonsense is refused", async () => {
  const session = await openRawSession(server);
  expect((await session.post("{", {})).status).toBe(400);
  expect((await session.post("", {})).status).toBe(400);
  expect((await session.post(READ, { "content-type": "text/plain" })).status).toBe(415);
  expect((await session.post(READ, { accept: "text/html" })).status).toBe(406);
  expect((await session.post(READ, { "mcp-protocol-version": "1999-01-01" })).status).toBe(400);
  expect((await session.post("x".repeat(20 * 1024 * 1024 + 1))).status).toBe(413);
  // Up to that it is read.
  expect((await session.post(`${" ".repeat(19 * 1024 * 1024)}${JSON.stringify(READ)}`)).status).toBe(200);
  for (const odd of [
    "null",
    "17",
    '"text"',
    "[]",
    "[1]",
    "{}",
    '{"jsonrpc":"2.0"}',
    `${"[".repeat(5000)}${"]".repeat(5000)}`,
  ])
    expect((await session.post(odd)).status, odd.slice(0, 20)).toBe(400);
  expect(await session.post(READ).then(textOf)).toContain("hi");
});

test("a body without an end is read no further than the limit", async () => {
  const socket = connect(server.port, "127.0.0.1");
  const { promise: answered, resolve } = Promise.withResolvers<string>();
  socket.on("data", (chunk) => resolve(chunk.toString("utf8")));
  socket.on("error", () => undefined);
  socket.write(
    `POST /mcp HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${server.token}\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`,
  );
  const chunk = `${(1024 * 1024).toString(16)}\r\n${" ".repeat(1024 * 1024)}\r\n`;
  const more = (): void => {
    while (!socket.destroyed && socket.write(chunk));
    if (!socket.destroyed) socket.once("drain", more);
  };
  more();
  expect(await answered).toMatch(/^HTTP\/1\.1 413 /);
  socket.destroy();
});

test("X-010: a wrong call is a result, and the session goes on", async () => {
  const session = await openRawSession(server);
  for (const [name, input, word] of [
    ["nope", {}, "nope"],
    ["read_file", {}, "path"],
    ["read_file", { path: { a: 1 } }, "path"],
    ["ask_user", {}, "ask_user"],
  ] as const) {
    const { result } = await session.post(callOf(1, name, input)).then(answerOf);
    expect(result).toMatchObject({ isError: true });
    expect(JSON.stringify(result)).toContain(word);
  }
  const { result } = await session.post(READ).then(answerOf);
  expect(result).toMatchObject({ structuredContent: { path: "a.txt", text: expect.stringContaining("hi") } });
});

function status(headers: Readonly<Record<string, string>>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const { port, token } = server;
    request(
      { port, host: "127.0.0.1", path: "/mcp", headers: { authorization: `Bearer ${token}`, ...headers } },
      (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      },
    )
      .on("error", reject)
      .end();
  });
}
