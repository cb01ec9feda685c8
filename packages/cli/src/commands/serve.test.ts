// Prevents: a server that cannot be reached, one that anybody can use, and one that a signal leaves behind.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const MAIN = fileURLToPath(new URL("../main.ts", import.meta.url));

test("it serves behind its token on the port it prints, until a signal ends it", async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "wield-serve-")));
  const home = join(folder, "home");
  const server = spawn(process.execPath, [MAIN, "serve", "--port", "0"], {
    cwd: folder,
    env: { PATH: process.env["PATH"], HOME: folder, WIELD_HOME: home },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(server, "exit");
  try {
    const said = await linesOf(server.stdout, 2);
    const address = /http:\/\/127\.0\.0\.1:\d+/.exec(said[0] ?? "")?.[0] ?? "";
    expect(said[0]).toBe(`serving ${folder} at ${address}/mcp`);
    const token = readFileSync(join(home, "server.token"), "utf8").trim();
    expect(said[1]).toBe(`log in at ${address}/#${token}`);
    expect(await (await fetch(`${address}/health`)).json()).toMatchObject({ ok: true });
    const list = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
    const request = (headers: Record<string, string>) =>
      fetch(`${address}/mcp`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          ...headers,
        },
        body: JSON.stringify(list),
      });
    expect((await request({})).status).toBe(401);
    // Known, and then told what is missing.
    expect((await request({ authorization: `Bearer ${token}` })).status).toBe(400);

    const second = spawn(process.execPath, [MAIN, "serve", "--port", "0", "--new-token"], {
      cwd: folder,
      env: { PATH: process.env["PATH"], HOME: folder, WIELD_HOME: home },
      stdio: ["ignore", "ignore", "pipe"],
    });
    const [told] = await linesOf(second.stderr, 1);
    expect(told).toContain(`process ${server.pid}, at ${address}/mcp for ${folder}`);
    await once(second, "exit");
    expect(readFileSync(join(home, "server.token"), "utf8").trim()).toBe(token);
  } finally {
    server.kill("SIGTERM");
  }
  expect(await ended).toEqual([143, null]);
  rmSync(folder, { recursive: true, force: true });
});

/** The first lines of a stream, however they arrive. */
async function linesOf(stream: Readable, count: number): Promise<readonly string[]> {
  let text = "";
  while (text.split("\n").length <= count) text += String((await once(stream, "data"))[0]);
  return text.split("\n").slice(0, count);
}

test("a port that is none is refused", async () => {
  const server = spawn(process.execPath, [MAIN, "serve", "--port", "99999"], {
    env: { PATH: process.env["PATH"], HOME: tmpdir(), WIELD_HOME: join(tmpdir(), "wield-serve-none") },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const [said] = (await once(server.stderr, "data")) as [Buffer];
  expect(said.toString()).toContain("--port is 99999; allowed: 0 to 65535");
  expect(await once(server, "exit")).toEqual([2, null]);
  rmSync(join(tmpdir(), "wield-serve-none"), { recursive: true, force: true });
});
