// Prevents: an answer that goes to another client than the one that asked, and a client that ends what is another's.
import { existsSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answerOf, callOf, openRawSession, rawPost, textOf } from "./testing/raw-post.ts";
import { hasBegun, letAnswer, type ServeFixture, serveFixture, stopped } from "./testing/serve-fixture.ts";

let server: ServeFixture;

beforeAll(async () => {
  server = await serveFixture();
});
afterAll(() => server[Symbol.asyncDispose]());

const CAPABILITIES = [
  ["answered as plain JSON", {}],
  ["answered in a stream", { elicitation: {} }],
] as const;

test.each(CAPABILITIES)(
  "X-013: calls of one id reach the client that asked, %s",
  async (_how, capabilities) => {
    const [one, other] = [
      await openRawSession(server, capabilities),
      await openRawSession(server, capabilities),
    ];
    const [mine, theirs] = await Promise.all([
      one.post(callOf(1, "echo_later", { ms: 300, word: "mine" })).then(textOf),
      other.post(callOf(1, "echo_later", { ms: 200, word: "theirs" })).then(textOf),
    ]);
    expect([mine, theirs]).toEqual(["mine", "theirs"]);
  },
);

test.each(CAPABILITIES)(
  "X-013: a cancel stops the call of its own client alone, %s",
  async (how, capabilities) => {
    const [one, other] = [
      await openRawSession(server, capabilities),
      await openRawSession(server, capabilities),
    ];
    const [stop, stay] = [`stop ${how}`, `stay ${how}`];
    const running = Promise.all([hasBegun(stop), hasBegun(stay)]);
    const abort = new AbortController();
    void one
      .post(callOf(7, "echo_later", { ms: 60_000, word: stop }), {}, abort.signal)
      .catch(() => undefined);
    const kept = other.post(callOf(7, "echo_later", { ms: 60_000, word: stay })).then(textOf);
    await running;
    const params = { requestId: 7 };
    const told = await one.post({ jsonrpc: "2.0", method: "notifications/cancelled", params });
    expect(told.status).toBe(202);
    await expect.poll(() => stopped.has(stop)).toBe(true);
    letAnswer(stay);
    expect(await kept).toBe(stay);
    expect(stopped.has(stay)).toBe(false);
    abort.abort();
  },
);

test("X-013: a client that vanishes in the middle of its call touches no other, and its session stays", async () => {
  const [one, other] = [await openRawSession(server), await openRawSession(server)];
  const running = Promise.all([hasBegun("gone"), hasBegun("here")]);
  const abort = new AbortController();
  const dropped = one.post(callOf(1, "echo_later", { ms: 60_000, word: "gone" }), {}, abort.signal);
  const kept = other.post(callOf(1, "echo_later", { ms: 60_000, word: "here" })).then(textOf);
  await running;
  abort.abort();
  await expect(dropped).rejects.toThrow();
  letAnswer("here");
  letAnswer("gone");
  expect(await kept).toBe("here");
  expect(await one.post(callOf(2, "echo_later", { ms: 0, word: "again" })).then(textOf)).toBe("again");
});

test("ids in use, of numbers and of text, are kept apart", async () => {
  const session = await openRawSession(server);
  const [number, text] = await Promise.all([
    session.post(callOf(5, "echo_later", { ms: 100, word: "number" })).then(answerOf),
    session.post(callOf("5", "echo_later", { ms: 50, word: "text" })).then(answerOf),
  ]);
  expect(number["id"]).toBe(5);
  expect(text["id"]).toBe("5");
});

test("sessions cannot be guessed: an unknown one is 404, and none is 400", async () => {
  const session = await openRawSession(server);
  expect(session.id).toMatch(/^[A-Za-z0-9_-]{32}$/);
  const call = callOf(1, "read_file", { path: "a.txt" });
  expect((await rawPost(server, call, { headers: { "mcp-session-id": "nope" } })).status).toBe(404);
  expect((await rawPost(server, call)).status).toBe(400);
});

test("a stream that broke off is taken up again where it ended, by its own session alone", async () => {
  const [one, other] = [
    await openRawSession(server, { elicitation: {} }),
    await openRawSession(server, { elicitation: {} }),
  ];
  const abort = new AbortController();
  const began = await one.post(
    callOf(3, "echo_later", { ms: 60_000, word: "taken up" }, { progressToken: "p" }),
    {},
    abort.signal,
  );
  let seen = "";
  for await (const chunk of began.body ?? []) {
    seen += new TextDecoder().decode(chunk);
    if (/^id: \S+/m.test(seen)) break;
  }
  abort.abort();
  const last = /^id: (\S+)/m.exec(seen)?.[1] ?? "";
  const resume = (session: string): Promise<Response> =>
    fetch(server.url, {
      headers: {
        accept: "text/event-stream",
        authorization: `Bearer ${server.token}`,
        "mcp-session-id": session,
        "mcp-protocol-version": "2025-06-18",
        "last-event-id": last,
      },
    });
  // The server hears of the break a moment later.
  let again = await resume(one.id);
  while (again.status === 409) {
    await again.text();
    again = await resume(one.id);
  }
  letAnswer("taken up");
  let rest = "";
  for await (const chunk of again.body ?? []) {
    rest += new TextDecoder().decode(chunk);
    if (rest.includes('"id":3')) break;
  }
  expect(rest).toContain("taken up");
  const theirs = await resume(other.id);
  expect(theirs.status).not.toBe(200);
  const others = await theirs.text();
  expect(others).not.toContain("taken up");
});

test("a session that its client ended is gone, with the programs it started", async () => {
  await using open = await serveFixture("auto");
  const session = await openRawSession(open);
  const command = "while :; do date +%s%N > alive; sleep 0.1; done";
  await session.post(callOf(1, "terminal", { command, background: true })).then(textOf);
  const beat = (): string =>
    existsSync(`${open.workspace}/alive`) ? readFileSync(`${open.workspace}/alive`, "utf8") : "";
  await expect.poll(beat).not.toBe("");
  const ended = await fetch(open.url, {
    method: "DELETE",
    headers: { authorization: `Bearer ${open.token}`, "mcp-session-id": session.id },
  });
  expect(ended.status).toBe(200);
  expect((await session.post(callOf(2, "read_file", { path: "a.txt" }))).status).toBe(404);
  let last = "";
  const isStill = (): boolean => {
    const [before, now] = [last, beat()];
    last = now;
    return before === now;
  };
  await expect.poll(isStill, { interval: 700 }).toBe(true);
});

test("two clients do not see each other's stored results, lists or shells", async () => {
  const [one, other] = [await openRawSession(server), await openRawSession(server)];
  await one
    .post(callOf(1, "todo", { action: "write", items: [{ content: "only mine", status: "pending" }] }))
    .then(textOf);
  expect(await one.post(callOf(2, "todo", { action: "read" })).then(textOf)).toContain("only mine");
  const seen = await other.post(callOf(1, "todo", { action: "read" })).then(textOf);
  expect(seen).not.toContain("only mine");
});
