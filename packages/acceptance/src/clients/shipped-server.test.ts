// Prevents: the MCP server as it is shipped failing with the libraries that clients are made with, mixing up clients
// that share a home, or outliving them.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildCommand, type BuiltCommand } from "../command/built-command.ts";
import { makePlaces } from "../command/places.ts";
import { callMessage, startLineClient } from "./line-client.ts";
import { SDK_CLIENTS } from "./sdk-clients.ts";

let built: BuiltCommand;

beforeAll(() => {
  built = buildCommand();
});

afterAll(() => built[Symbol.dispose]());

const CODING = "tools:\n  toolset: coding\n";

test.for(SDK_CLIENTS)(
  "X-010: %s lists, reads, writes, edits, and gets its mistakes as results",
  async ([, start]) => {
    await using places = makePlaces();
    places.write("home/config.yaml", CODING);
    places.write("work/a.txt", "one\ntwo\n");
    await using client = await start({ main: built.main, home: places.home, workspace: places.workspace });
    expect(await client.toolNames()).toEqual(
      expect.arrayContaining(["edit_file", "read_file", "write_file"]),
    );
    // The library checks structured content against the published schema; a fault there would reject.
    expect(await client.call("read_file", { path: "a.txt" })).toMatchObject({
      text: "a.txt — lines 1-2 of 2\n\none\ntwo\n",
      structured: { text: "a.txt — lines 1-2 of 2\n\none\ntwo\n", path: "a.txt", total_lines: 2 },
      isError: false,
    });
    expect(
      await client.call("edit_file", { path: "a.txt", old_string: "two", new_string: "2" }),
    ).toMatchObject({
      structured: { replacements: 1 },
    });
    expect(await client.call("write_file", { path: "n/b.txt", content: "x" })).toMatchObject({
      isError: false,
    });
    expect(readFileSync(join(places.workspace, "a.txt"), "utf8")).toBe("one\n2\n");
    expect(await client.call("nope", {})).toMatchObject({ isError: true });
    for (const path of [undefined, 5, "", "../outside", "missing"]) {
      const { isError, text } = await client.call("read_file", path === undefined ? {} : { path });
      expect({ path, isError }).toEqual({ path, isError: true });
      expect(text).toMatch(/path|missing/);
    }
    expect(await client.call("read_file", { path: "n/b.txt" })).toMatchObject({ isError: false });
    expect(client.stderr()).toBe("");
  },
);

test("X-013: three clients on one home and one folder each get their own answers, and all of it is in the journal", async () => {
  await using places = makePlaces();
  const server = { main: built.main, home: places.home, workspace: places.workspace };
  const starts = [...SDK_CLIENTS, ...SDK_CLIENTS].slice(0, 3).map(([, start]) => start(server));
  await using stack = new AsyncDisposableStack();
  const clients = (await Promise.all(starts)).map((client) => stack.use(client));
  const ROUNDS = 12;
  await Promise.all(
    clients.map(async (client, number) => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const own = `client ${number} round ${round}\n`;
        const path = `${number}/${round % 3}.txt`;
        expect(await client.call("write_file", { path, content: own })).toMatchObject({ isError: false });
        expect((await client.call("read_file", { path })).text).toContain(own);
        expect(
          await client.call("write_file", { path: "shared.txt", content: own, append: true }),
        ).toMatchObject({ isError: false });
      }
    }),
  );
  const shared = readFileSync(join(places.workspace, "shared.txt"), "utf8").split("\n").slice(0, -1);
  expect(shared.toSorted()).toEqual(
    [0, 1, 2]
      .flatMap((number) => Array.from({ length: ROUNDS }, (_, round) => `client ${number} round ${round}`))
      .toSorted(),
  );
  const listed = await places.run(["journal", "--json", "--limit", "500"], { main: built.main });
  const calls = JSON.parse(listed.out) as readonly { readonly status: string; readonly sessionId: string }[];
  expect(calls.filter(({ status }) => status === "ok")).toHaveLength(3 * 3 * ROUNDS);
  expect(new Set(calls.map(({ sessionId }) => sessionId)).size).toBe(3);
  for (const client of clients) expect(client.stderr()).toBe("");
});

test("garbage of every kind is answered or passed over, and the session goes on", async () => {
  await using places = makePlaces();
  places.write("work/a.txt", "hi\n");
  await using client = startLineClient({ main: built.main, home: places.home, cwd: places.workspace });
  // Before the handshake too.
  client.send(
    "",
    "garbage",
    new Uint8Array([0xff, 0xfe, 0, 10]),
    callMessage("early", "read_file", { path: "a.txt" }),
  );
  await client.initialize();
  client.send(
    "{".repeat(100_000),
    `{"jsonrpc":"2.0","id":"deep","method":"tools/call","params":${"[".repeat(20_000)}${"]".repeat(20_000)}}`,
    '{"jsonrpc":"2.0","id":null,"method":"tools/list"}',
    '{"jsonrpc":"2.0","id":"twice","method":"ping"}',
    '{"jsonrpc":"2.0","id":"twice","method":"ping"}',
    '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"never"}}',
    '{"jsonrpc":"2.0","id":"proto","method":"__proto__"}',
    "[]",
    `${"\u0000".repeat(1000)}`,
    { jsonrpc: "2.0", id: "big", method: "ping", params: { filler: "x".repeat(4_000_000) } },
  );
  client.send(callMessage("good", "read_file", { path: "a.txt" }));
  expect(await client.answer("good")).toMatchObject({ result: { structuredContent: { path: "a.txt" } } });
  expect(await client.answer("big")).toMatchObject({ result: {} });
  expect(await client.answer("proto")).toMatchObject({ error: { code: -32601 } });
  expect(client.strayLines).toEqual([]);
  client.child.stdin?.end();
  expect(await client.exited).toBe(0);
});

test("X-012: the shipped server ends when its input is closed in the middle of calls, and by a signal", async () => {
  await using places = makePlaces();
  await using closed = startLineClient({ main: built.main, home: places.home, cwd: places.workspace });
  await closed.initialize();
  for (let id = 0; id < 40; id += 1)
    closed.send(callMessage(id, "write_file", { path: `${id}.txt`, content: "x".repeat(100_000) }));
  closed.child.stdin?.end();
  expect(await closed.exited).toBe(0);
  await using told = startLineClient({ main: built.main, home: places.home, cwd: places.workspace });
  await told.initialize();
  told.child.kill("SIGTERM");
  expect(await told.exited).toBe(143);
  const { out } = await places.run(["journal", "--json", "--status", "running"], { main: built.main });
  expect(out).toBe("[]\n");
});

test("a client that reads slowly holds up nobody and gets everything", async () => {
  await using places = makePlaces();
  places.write("work/a.txt", `${"x".repeat(99)}\n`.repeat(250));
  await using slow = startLineClient({ main: built.main, home: places.home, cwd: places.workspace });
  await using quick = startLineClient({ main: built.main, home: places.home, cwd: places.workspace });
  await Promise.all([slow.initialize(), quick.initialize()]);
  slow.child.stdout?.pause();
  for (let id = 0; id < 100; id += 1) slow.send(callMessage(id, "read_file", { path: "a.txt" }));
  for (let id = 0; id < 20; id += 1) {
    quick.send(callMessage(id, "read_file", { path: "a.txt" }));
    await quick.answer(id);
  }
  // A little at a time.
  const reading = (async () => {
    while (slow.child.signalCode === null) {
      slow.child.stdout?.resume();
      await delay(2);
      slow.child.stdout?.pause();
      await delay(2);
    }
  })();
  for (let id = 0; id < 100; id += 1)
    expect(await slow.answer(id)).toMatchObject({ result: { structuredContent: { total_lines: 250 } } });
  slow.child.kill("SIGKILL");
  await slow.exited;
  await reading;
});
