// Prevents: a server, or what it started, that outlives its client; a client that does not read holding up or filling
// the server; clients of one home that see or disturb each other.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { makePlaces } from "../testing/fixture-places.ts";
import { call, startRaw } from "../testing/raw-client.ts";
import { CLIENTS } from "../testing/test-client.ts";

async function startedChild(client: ReturnType<typeof startRaw>): Promise<number> {
  client.send(call("start", "start_child"));
  const { result } = (await client.answer("start")) as { result: { structuredContent: { pid: number } } };
  return result.structuredContent.pid;
}

test("X-012: the server ends with its client, with all it started, when the input ends", async () => {
  await using places = await makePlaces();
  await using client = startRaw({ home: places.home, cwd: places.workspace });
  await client.initialize();
  const child = await startedChild(client);
  expect(isRunning(child)).toBe(true);
  client.send(call(1, "wait_here", { ms: 600_000, stubborn: true }));
  client.input.end();
  expect(await client.exited).toBe(0);
  await expect.poll(() => isRunning(child)).toBe(false);
});

test("X-012: the server ends when its client is killed", async () => {
  await using places = await makePlaces();
  const script = fileURLToPath(new URL("../testing/client-to-kill.ts", import.meta.url));
  const client = spawn(process.execPath, [
    script,
    JSON.stringify({ home: places.home, cwd: places.workspace }),
  ]);
  const [said] = (await once(client.stdout, "data")) as [Buffer];
  const { server, child } = JSON.parse(said.toString()) as { server: number; child: number };
  expect([isRunning(server), isRunning(child)]).toEqual([true, true]);
  client.kill("SIGKILL");
  await expect.poll(() => [isRunning(server), isRunning(child)]).toEqual([false, false]);
});

test("X-012: behind a shell the server ends when the shell is killed, though the client's pipe is still open", async () => {
  await using places = await makePlaces();
  await using client = startRaw({ home: places.home, cwd: places.workspace }, { isBehindShell: true });
  await client.initialize();
  const child = await startedChild(client);
  const server = Number(/pid (\d+)/.exec(client.stderr())?.[1]);
  expect([isRunning(server), server === client.child.pid]).toEqual([true, false]);
  client.child.kill("SIGKILL");
  await expect.poll(() => [isRunning(server), isRunning(child)]).toEqual([false, false]);
});

test("requests that were piped in are answered although the input has ended", async () => {
  await using places = await makePlaces({ "w/a.txt": "hi\n" });
  await using client = startRaw({ home: places.home, cwd: places.workspace });
  client.send({
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "pipe", version: "1" } },
  });
  client.input.end(JSON.stringify(call(2, "read_file", { path: "a.txt" })));
  expect(await client.answer(2)).toMatchObject({ result: { structuredContent: { path: "a.txt" } } });
  expect(await client.exited).toBe(0);
});

test("the server ends when its output is closed", async () => {
  await using places = await makePlaces();
  await using client = startRaw({ home: places.home, cwd: places.workspace });
  await client.initialize();
  client.child.stdout?.destroy();
  client.send(call(1, "wait_here", { ms: 1 }));
  expect(await client.exited).toBe(0);
});

test("a client that does not read ends its own session once 16 MB wait for it", async () => {
  await using places = await makePlaces({ "home/config.yaml": "tools: {max_output_chars: 1000000}\n" });
  await using client = startRaw({ home: places.home, cwd: places.workspace, isDebug: true });
  await client.initialize();
  client.child.stdout?.pause();
  for (let id = 1; id <= 30; id += 1) client.send(call(id, "give_much", { characters: 900_000 }));
  expect(await client.exited).toBe(0);
  expect(client.stderr()).toContain("does not read its answers");
});

test("X-013: three clients on one home each have their own session, and one that is killed does not disturb the others", async () => {
  await using places = await makePlaces();
  const started = CLIENTS.map(([, start]) => start({ home: places.home, cwd: places.workspace }));
  const [first, second, third] = await Promise.all(started);
  if (first === undefined || second === undefined || third === undefined) throw new Error("three clients");
  const clients = [first, second, third];
  const write = async (index: number, round: number): Promise<void> => {
    const result = await clients[index]?.call("write_file", {
      path: `${index}/${round}.txt`,
      content: `${index}`,
    });
    expect(result?.isError).toBeUndefined();
  };
  await Promise.all([0, 1, 2].map((index) => write(index, 0)));
  const cut = third.call("wait_here", { ms: 600_000 }).catch(() => "gone");
  process.kill(third.pid, "SIGKILL");
  await Promise.all([0, 1].flatMap((index) => [1, 2, 3].map((round) => write(index, round))));
  expect(await cut).toBe("gone");
  const [day] = (await readdir(join(places.home, "journal"))).filter((name) => name.endsWith(".jsonl"));
  const lines = (await readFile(join(places.home, "journal", day ?? ""), "utf8")).split("\n");
  const sessions = lines
    .filter((line) => line !== "")
    .flatMap((line) => {
      const { type, sessionId } = JSON.parse(line) as { type: string; sessionId?: string };
      return type === "intent" ? [sessionId] : [];
    });
  expect(new Set(sessions).size).toBe(3);
  await Promise.all(clients.map((client) => client.close()));
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
