// Prevents: a client over stdio that keeps to no rule and ends the session for itself, or leaves programs behind.
import { randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { once } from "node:events";
import { expect, test } from "vitest";
import { makePlaces } from "../testing/fixture-places.ts";
import { call, startRaw } from "../testing/raw-client.ts";

const READ = { path: "a.txt" };
const GOOD = { result: { structuredContent: { path: "a.txt" } } };

function hello(id: number): object {
  const params = {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "odd", version: "1" },
  };
  return { jsonrpc: "2.0", id, method: "initialize", params };
}

test("one that never says it is ready, and one that begins twice, are served", async () => {
  await using places = await makePlaces({ "w/a.txt": "hi\n" });
  await using client = startRaw({ home: places.home, cwd: places.workspace });
  client.send(hello(1));
  await client.answer(1);
  client.send(call(2, "read_file", READ));
  expect(await client.answer(2)).toMatchObject(GOOD);
  client.send(hello(3));
  await client.answer(3);
  client.send({ jsonrpc: "2.0", method: "notifications/initialized" }, call(4, "read_file", READ));
  expect(await client.answer(4)).toMatchObject(GOOD);
});

test("ids of every size come back as they were", async () => {
  await using places = await makePlaces({ "w/a.txt": "hi\n" });
  await using client = startRaw({ home: places.home, cwd: places.workspace });
  await client.initialize();
  for (const id of ["x".repeat(100_000), "", "__proto__", Number.MAX_SAFE_INTEGER, -1, 0]) {
    client.send(call(id, "read_file", READ));
    expect(await client.answer(id)).toMatchObject(GOOD);
  }
});

test("a message of more than 64 MB is refused without being held, and the next one is answered", async () => {
  await using places = await makePlaces({ "w/a.txt": "hi\n" });
  await using client = startRaw({ home: places.home, cwd: places.workspace });
  await client.initialize();
  const megabyte = Buffer.alloc(1024 * 1024, 0x20);
  for (let count = 0; count < 65; count += 1)
    if (!client.input.write(megabyte)) await once(client.input, "drain");
  client.send("{}", call(2, "read_file", READ));
  expect(await client.answer(null)).toMatchObject({
    error: { message: expect.stringContaining("bytes at most") },
  });
  expect(await client.answer(2)).toMatchObject(GOOD);
});

test("half a message and silence holds nothing up, and its end ends the server", async () => {
  await using places = await makePlaces({ "w/a.txt": "hi\n" });
  await using client = startRaw({ home: places.home, cwd: places.workspace });
  await client.initialize();
  client.send(call(2, "wait_here", { ms: 50, word: "meanwhile" }));
  client.input.write('{"jsonrpc":"2.0","id":3,"meth');
  expect(await client.answer(2)).toMatchObject({ result: { content: [{ text: "meanwhile" }] } });
  client.input.end();
  expect(await client.exited).toBe(0);
});

test("one that goes away in the middle of a command ends the command with all it started", async () => {
  await using places = await makePlaces({ "home/config.yaml": "tools: {approval_mode: auto}\n" });
  await using client = startRaw({ home: places.home, cwd: places.workspace });
  await client.initialize();
  const mark = `MARK_${randomUUID().replaceAll("-", "")}`;
  client.send(call(2, "terminal", { command: `export ${mark}=1; sleep 600 & sleep 600` }));
  await expect.poll(() => processesWith(mark), { timeout: 60_000 }).toBeGreaterThan(0);
  client.input.end();
  await client.exited;
  await expect.poll(() => processesWith(mark), { timeout: 60_000 }).toBe(0);
});

/** How many programs have this in their environment. */
async function processesWith(mark: string): Promise<number> {
  const numbers = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const environments = numbers.map((number) => readFile(`/proc/${number}/environ`, "utf8").catch(() => ""));
  return (await Promise.all(environments)).filter((text) => text.includes(`${mark}=`)).length;
}
