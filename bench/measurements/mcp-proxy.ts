import { mkdir, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { openRuntime } from "@wield/app";
import type { Measurement } from "../measurement.ts";
import { interleaved } from "../statistics.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const ROUNDS = 15;
const CALLS = 100;

const SERVER = createRequire(import.meta.url).resolve(
  "@modelcontextprotocol/server-everything/dist/index.js",
);

/** A call of another server's tool through the whole pipeline, journaled durably, beside the bare library's. */
export const mcpProxy: Measurement = {
  name: "mcp-proxy",
  async run() {
    await using folder = await temporaryFolder();
    await mkdir(folder.home, { recursive: true, mode: 0o700 });
    const everything = { command: process.execPath, args: [SERVER], sandbox: false };
    const config = { mcp: { servers: { everything } }, tools: { approval_mode: "auto" } };
    await writeFile(join(folder.home, "config.yaml"), JSON.stringify(config));
    const opened = await openRuntime({
      cwd: folder.workspace,
      env: { ...process.env, WIELD_HOME: folder.home },
      flags: { toolset: "all" },
      surface: "terminal",
    });
    if (!opened.ok) throw new Error(opened.message);
    const runtime = opened.value;
    await runtime.mcp.start(30_000);
    const conversation = runtime.conversation({ sessionId: "ses_bench", caller: "cli", surface: "terminal" });
    const client = new Client({ name: "bench", version: "1" });
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args: [SERVER], stderr: "ignore" }),
    );
    const ours = async (): Promise<void> => {
      const outcome = await runtime.pipeline.call(
        { tool: "mcp__everything__echo", input: { message: "hi" }, signal: new AbortController().signal },
        conversation.snapshot(),
      );
      if (outcome.status !== "ok") throw new Error(outcome.message);
    };
    const theirs = async (): Promise<void> => {
      await client.callTool({ name: "echo", arguments: { message: "hi" } });
    };
    await perCallUs(ours);
    await perCallUs(theirs);
    const [value = Number.NaN, reference = Number.NaN] = await interleaved(ROUNDS, [
      () => perCallUs(ours),
      () => perCallUs(theirs),
    ]);
    await client.close();
    await runtime.close();
    return [
      {
        what: "a call of another server's tool",
        value,
        unit: "µs",
        reference: { what: "µs bare library", value: reference },
        goal: { aboveReference: 1000 },
      },
    ];
  },
};

async function perCallUs(call: () => Promise<void>): Promise<number> {
  const before = performance.now();
  for (let count = 0; count < CALLS; count += 1) await call();
  return ((performance.now() - before) * 1000) / CALLS;
}
