// Prevents: progress nobody asked for or that goes backwards, a cancelled call that runs on or is answered, calls of a
// session that wait for each other, and a broken configuration that a client only sees as silence.
import { describe, expect, test } from "vitest";
import type { Progress } from "@modelcontextprotocol/server";
import { makePlaces } from "../testing/fixture-places.ts";
import { call, startRaw } from "../testing/raw-client.ts";
import { CLIENTS } from "../testing/test-client.ts";
import { textOf } from "../testing/text-of.ts";

describe.each(CLIENTS)("%s", (_name, start) => {
  test("progress reaches a client that asked for it, a cancel reaches the tool, and calls run side by side", async () => {
    await using places = await makePlaces();
    await using client = await start({ home: places.home, cwd: places.workspace });
    const reports: Progress[] = [];
    const { promise: isUnderWay, resolve } = Promise.withResolvers<void>();
    const cancel = new AbortController();
    const long = client.call(
      "wait_here",
      { ms: 60_000, word: "long" },
      {
        signal: cancel.signal,
        onprogress: (report) => {
          reports.push(report);
          resolve();
        },
      },
    );
    const gaveUp = long.then(
      () => "answered",
      () => "gave up",
    );
    await isUnderWay;
    expect(reports).toEqual([{ progress: 0.25, total: 1, message: "waiting" }]);
    expect(textOf(await client.call("wait_here", { ms: 1, word: "short" }))).toBe("short");
    cancel.abort();
    expect(await gaveUp).toBe("gave up");
    await expect.poll(client.stderr).toContain("aborted long");
    expect(textOf(await client.call("wait_here", { ms: 1, word: "after" }))).toBe("after");
  });
});

test("a cancelled call gets no answer and nobody is sent progress who did not ask", async () => {
  await using places = await makePlaces();
  await using client = startRaw({ home: places.home, cwd: places.workspace });
  await client.initialize();
  client.send(call(1, "wait_here", { ms: 60_000, word: "one" }), call(2, "wait_here", { ms: 1 }));
  await client.answer(2);
  client.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } });
  await expect.poll(client.stderr).toContain("aborted one");
  client.send(call(3, "wait_here", { ms: 1 }));
  await client.answer(3);
  const sent = client.lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(sent.map((message) => message["id"] ?? message["method"])).toEqual(["hello", 2, 3]);
});

test("a runtime that cannot be opened is told to the client with every request", async () => {
  await using places = await makePlaces();
  const why = "config.yaml:3: tools.toolset is wrong";
  await using client = startRaw({ home: places.home, cwd: places.workspace, openFailure: why });
  await client.initialize();
  client.send({ jsonrpc: "2.0", id: 1, method: "tools/list" }, call(2, "read_file", { path: "a" }));
  expect(await client.answer(1)).toMatchObject({ error: { message: why } });
  expect(await client.answer(2)).toMatchObject({ result: { isError: true, content: [{ text: why }] } });
});
