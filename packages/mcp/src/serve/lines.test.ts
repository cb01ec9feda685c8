// Prevents: a line that is no message ending the session or going unanswered, and anything but the protocol on
// standard output.
import { expect, test } from "vitest";
import { makePlaces } from "../testing/fixture-places.ts";
import { call, startRaw, type RawClient } from "../testing/raw-client.ts";

async function withServer(use: (client: RawClient) => Promise<void>): Promise<void> {
  await using places = await makePlaces({ "w/a.txt": "hi\n" });
  await using client = startRaw({ home: places.home, cwd: places.workspace, isDebug: true });
  await use(client);
}

test("X-011: only the protocol is on stdout", () =>
  withServer(async (client) => {
    await client.initialize();
    client.send(call(1, "print_things"), "broken", call(2, "read_file", { path: "a.txt" }));
    await client.answer(1);
    await client.answer(2);
    for (const line of client.lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: "2.0" });
    for (const line of client.lines) expect(line).not.toContain("printed by");
    expect(client.stderr()).toContain("printed by console.log");
    expect(client.stderr()).toContain("printed by write");
    expect(client.lines.some((line) => line.includes('"method":"printed"'))).toBe(false);
  }));

test("what is no message is answered with the protocol's error, and the session goes on", () =>
  withServer(async (client) => {
    await client.initialize();
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
      "",
    );
    client.child.stdin?.write(Buffer.from([0xff, 0xfe, 0x0a]));
    client.child.stdin?.write('{"jsonrpc":"2.0","id":17,"meth');
    client.child.stdin?.write('od":"ping","extra":true}\r\n');
    expect(await client.answer(17)).toMatchObject({ result: {} });
    expect(await client.answer(11)).toMatchObject({ error: { code: -32600 } });
    expect(await client.answer(12)).toMatchObject({ error: { code: -32600 } });
    expect(await client.answer(13)).toMatchObject({ error: { code: -32602 } });
    expect(await client.answer(14)).toMatchObject({ error: { code: -32602 } });
    expect(await client.answer(15)).toMatchObject({ error: { code: -32601 } });
    const codes = client.lines.flatMap((line) => {
      const { id, error } = JSON.parse(line) as { id?: unknown; error?: { code: number } };
      return id === null && error !== undefined ? [error.code] : [];
    });
    expect(codes).toEqual([-32700, -32600, -32600, -32600, -32700]);
    client.send(call("good", "read_file", { path: "a.txt" }));
    expect(await client.answer("good")).toMatchObject({ result: { structuredContent: { path: "a.txt" } } });
  }));

test("arguments of every shape reach the tool's own check", () =>
  withServer(async (client) => {
    await client.initialize();
    client.send(
      call(1, "read_file", [1]),
      call(2, "read_file", null),
      call(3, "read_file", '{"path":"a.txt"}'),
      '{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"read_file","arguments":{"path":"a.txt","__proto__":1}}}',
      `{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"read_file","arguments":{"path":${"[".repeat(5000)}${"]".repeat(5000)}}}}`,
    );
    expect(await client.answer(1)).toMatchObject({ result: { isError: true } });
    expect(await client.answer(2)).toMatchObject({ result: { isError: true } });
    expect(await client.answer(3)).toMatchObject({ result: { structuredContent: { path: "a.txt" } } });
    const proto = await client.answer(4);
    expect(JSON.stringify(proto)).toContain("__proto__");
    expect(proto).toMatchObject({ result: { isError: true } });
    expect(await client.answer(5)).toMatchObject({ result: { isError: true } });
  }));

test("a batch of an old client is answered as one, without what needs no answer", () =>
  withServer(async (client) => {
    await client.initialize();
    client.send([
      { jsonrpc: "2.0", id: 1, method: "ping" },
      { jsonrpc: "2.0", method: "notifications/unknown" },
      call(2, "read_file", { path: "a.txt" }),
      7,
      call(3, "wait_here", { ms: 60_000 }),
    ]);
    client.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 3 } });
    await client.answer(2);
    const batch = client.lines.map((line) => JSON.parse(line) as unknown).find(Array.isArray) as {
      id: unknown;
    }[];
    expect(batch.map(({ id }) => id).toSorted()).toEqual([1, 2, null]);
  }));

test("before the handshake a request is refused by name, a ping is answered, and the handshake still works", () =>
  withServer(async (client) => {
    client.send({ jsonrpc: "2.0", id: 1, method: "tools/list" }, call(2, "read_file", { path: "a.txt" }));
    expect(await client.answer(1)).toMatchObject({ error: { code: -32600 } });
    expect(JSON.stringify(await client.answer(2))).toContain("initialize");
    client.send({ jsonrpc: "2.0", id: 3, method: "ping" });
    expect(await client.answer(3)).toMatchObject({ result: {} });
    await client.initialize();
    client.send(call(4, "read_file", { path: "a.txt" }));
    expect(await client.answer(4)).toMatchObject({ result: { structuredContent: { path: "a.txt" } } });
  }));

test("an unknown revision is answered with one that is known, or with all of them", () =>
  withServer(async (client) => {
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
  }));
