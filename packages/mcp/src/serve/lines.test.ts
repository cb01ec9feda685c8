// Prevents: a line that is no message ending the session or going unanswered, and anything but the protocol on
// standard output.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type FixturePlaces, makePlaces } from "../testing/fixture-places.ts";
import { call, type RawClient, startRaw } from "../testing/raw-client.ts";

const GOOD = { result: { structuredContent: { path: "a.txt" } } };
const REFUSED = { result: { isError: true } };

let places: FixturePlaces;

beforeAll(async () => {
  places = await makePlaces({ "w/a.txt": "hi\n" });
});
afterAll(() => places[Symbol.asyncDispose]());

const started = (): RawClient => startRaw({ home: places.home, cwd: places.workspace, isDebug: true });

describe("in one session, in which all of it is sent", () => {
  let client: RawClient;

  beforeAll(async () => {
    client = started();
    await client.initialize();
  });
  afterAll(() => client[Symbol.asyncDispose]());

  test("X-011: only the protocol is on stdout", async () => {
    client.send(call("prints", "print_things"), call("after", "read_file", { path: "a.txt" }));
    await client.answer("prints");
    await client.answer("after");
    for (const line of client.lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: "2.0" });
    for (const line of client.lines) expect(line).not.toContain("printed by");
    expect(client.stderr()).toContain("printed by console.log");
    expect(client.stderr()).toContain("printed by write");
    expect(client.lines.some((line) => line.includes('"method":"printed"'))).toBe(false);
  });

  test("what is no message is answered with the protocol's error, and the session goes on", async () => {
    client.send(
      "nonsense",
      "[]",
      "5",
      '{"jsonrpc":"1.0","id":11,"method":"ping"}',
      '{"jsonrpc":"2.0","id":12,"method":5}',
      '{"jsonrpc":"2.0","id":{},"method":"ping"}',
      '{"jsonrpc":"2.0","id":13,"method":"tools/call","params":[1]}',
      '{"jsonrpc":"2.0","id":14,"method":"tools/call","params":{"name":"read_file","_meta":5}}',
      '{"jsonrpc":"2.0","id":15,"method":"no/such/method"}',
      '{"jsonrpc":"2.0","id":16,"result":7}',
      '{"jsonrpc":"2.0","id":18,"method":"tools/call","params":{"name":5}}',
      "",
    );
    const notUtf8 = '{"jsonrpc":"2.0","id":19,"method":"ping","params":{"x":"\xff"}}\n';
    client.input.write(Buffer.from(notUtf8, "latin1"));
    client.input.write('{"jsonrpc":"2.0","id":17,"meth');
    client.input.write('od":"ping","extra":true}\r\n');
    expect(await client.answer(17)).toMatchObject({ result: {} });
    for (const [id, code] of [
      [11, -32600],
      [12, -32600],
      [13, -32602],
      [14, -32602],
      [15, -32601],
      [18, -32602],
    ] as const)
      expect(await client.answer(id)).toMatchObject({ error: { code } });
    const withoutId = client.lines.flatMap((line) => {
      const { id, error } = JSON.parse(line) as { id?: unknown; error?: { code: number } };
      return id === null && error !== undefined ? [error.code] : [];
    });
    expect(withoutId).toEqual([-32700, -32600, -32600, -32600, -32700]);
    client.send(call("good", "read_file", { path: "a.txt" }));
    expect(await client.answer("good")).toMatchObject(GOOD);
  });

  test("arguments of every shape reach the tool's own check", async () => {
    const nested = `${"[".repeat(5000)}${"]".repeat(5000)}`;
    client.send(
      call(21, "read_file", [1]),
      call(22, "read_file", null),
      call(23, "read_file", '{"path":"a.txt"}'),
      '{"jsonrpc":"2.0","id":24,"method":"tools/call","params":{"name":"read_file","arguments":{"path":"a.txt","__proto__":1}}}',
      `{"jsonrpc":"2.0","id":25,"method":"tools/call","params":{"name":"read_file","arguments":{"path":${nested}}}}`,
    );
    expect(await client.answer(21)).toMatchObject(REFUSED);
    expect(await client.answer(22)).toMatchObject(REFUSED);
    expect(await client.answer(23)).toMatchObject(GOOD);
    const prototype = await client.answer(24);
    expect(prototype).toMatchObject(REFUSED);
    expect(JSON.stringify(prototype)).toContain("__proto__");
    expect(await client.answer(25)).toMatchObject(REFUSED);
  });

  test("a batch of an old client is answered as one, without what needs no answer", async () => {
    client.send([
      { jsonrpc: "2.0", id: 31, method: "ping" },
      { jsonrpc: "2.0", method: "notifications/unknown" },
      call(32, "read_file", { path: "a.txt" }),
      7,
      call(33, "wait_here", { ms: 60_000 }),
    ]);
    client.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 33 } });
    await client.answer(32);
    const batches = client.lines.map((line) => JSON.parse(line) as unknown).filter(Array.isArray);
    expect(batches).toHaveLength(1);
    const answered = batches[0] as readonly { readonly id: unknown }[];
    expect(answered.map(({ id }) => id).toSorted()).toEqual([31, 32, null]);
  });
});

test("before the handshake a request is refused by name, a ping is answered, and the handshake still works", async () => {
  await using client = started();
  client.send({ jsonrpc: "2.0", id: 1, method: "tools/list" }, call(2, "read_file", { path: "a.txt" }));
  expect(await client.answer(1)).toMatchObject({ error: { code: -32600 } });
  expect(JSON.stringify(await client.answer(2))).toContain("initialize");
  client.send({ jsonrpc: "2.0", id: 3, method: "ping" });
  expect(await client.answer(3)).toMatchObject({ result: {} });
  await client.initialize();
  client.send(call(4, "read_file", { path: "a.txt" }));
  expect(await client.answer(4)).toMatchObject(GOOD);
});

test("an unknown revision is answered with one that is known, or with all of them", async () => {
  await using client = started();
  const envelope = {
    "io.modelcontextprotocol/protocolVersion": "2031-01-01",
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  client.send({ jsonrpc: "2.0", id: 1, method: "server/discover", params: { _meta: envelope } });
  const refused = await client.answer(1);
  expect(JSON.stringify(refused)).toContain("2031-01-01");
  expect(JSON.stringify(refused)).toContain("2026-07-28");
  client.send({
    jsonrpc: "2.0",
    id: 2,
    method: "initialize",
    params: { protocolVersion: "1999-01-01", capabilities: {}, clientInfo: { name: "old", version: "0" } },
  });
  expect(await client.answer(2)).toMatchObject({ result: { protocolVersion: "2025-11-25" } });
});
