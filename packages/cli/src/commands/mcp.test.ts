// Prevents: a `wield mcp` that stays because of answers which its client never takes.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Bench, makeBench } from "../testing/run-command.ts";

const MAIN = fileURLToPath(new URL("../main.ts", import.meta.url));
const HELLO = {
  jsonrpc: "2.0",
  id: 0,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } },
};

let bench: Bench;

beforeEach(() => {
  bench = makeBench();
});

afterEach(() => bench.remove());

test.each(["goes on asking", "is told to end"])(
  "a client that reads no answers does not keep the server, when it %s",
  async (how) => {
    const { PATH } = process.env;
    const child = spawn(process.execPath, [MAIN, "mcp"], {
      cwd: bench.workspace,
      env: { PATH, HOME: bench.home, WIELD_HOME: bench.home },
      stdio: "pipe",
    });
    child.stdin.on("error", () => undefined);
    const exited = once(child, "exit");
    const said: Buffer[] = [];
    child.stderr.on("data", (chunk: Buffer) => said.push(chunk));
    const write = (message: object): void => void child.stdin.write(`${JSON.stringify(message)}\n`);
    try {
      write(HELLO);
      await once(child.stdout, "data");
      child.stdout.pause();
      write({ jsonrpc: "2.0", method: "notifications/initialized" });
      const rounds = how === "goes on asking" ? 3000 : 100;
      for (let id = 1; id <= rounds; id += 1) write({ jsonrpc: "2.0", id, method: "tools/list" });
      if (how === "goes on asking") {
        expect(await exited).toEqual([0, null]);
        expect(Buffer.concat(said).toString()).toContain("does not read its answers");
      } else {
        child.stdin.end();
        child.kill("SIGTERM");
        const [code] = (await exited) as [number | null];
        expect([0, 143]).toContain(code);
      }
    } finally {
      child.kill("SIGKILL");
    }
  },
);
