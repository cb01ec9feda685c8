import { mkdir, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { openRuntime, type Runtime } from "@wield/app";
import type { JsonObject } from "@wield/core";
import type { Figure, Measurement } from "../measurement.ts";
import { interleaved } from "../statistics.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const WARM_UP = 200;
const CALLS = 800;

const SERVER = createRequire(import.meta.url).resolve("@modelcontextprotocol/server-memory/dist/index.js");

/** A tool that only reads, believed to do so, and one that changes something: its intent reaches the disk first. */
const TOOLS: readonly (readonly [what: string, tool: string, input: JsonObject])[] = [
  ["a reading call of another server's tool", "search_nodes", { query: "nobody" }],
  ["a changing call of another server's tool", "delete_entities", { entityNames: ["nobody"] }],
];

/** Single calls through the whole pipeline, each beside one of the bare library. */
export const mcpProxy: Measurement = {
  name: "mcp-proxy",
  async run() {
    await using folder = await temporaryFolder();
    await mkdir(folder.home, { recursive: true, mode: 0o700 });
    const env = { MEMORY_FILE_PATH: join(folder.workspace, "memory.jsonl") };
    const memory = { command: process.execPath, args: [SERVER], env, sandbox: false, trust_hints: true };
    const config = { mcp: { servers: { memory } }, tools: { approval_mode: "auto" } };
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
    const call = callsOf(runtime);
    const client = new Client({ name: "bench", version: "1" });
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args: [SERVER], stderr: "ignore", env }),
    );
    const figures: Figure[] = [];
    for (const [what, tool, input] of TOOLS) {
      const subjects = [
        () => tookUs(() => call(tool, input)),
        () => tookUs(() => client.callTool({ name: tool, arguments: { ...input } })),
      ];
      await interleaved(WARM_UP, subjects);
      const [value = Number.NaN, reference = Number.NaN] = await interleaved(CALLS, subjects);
      const beside = { what: "µs bare library", value: reference };
      figures.push({ what, value, unit: "µs", reference: beside, goal: { aboveReference: 1000 } });
    }
    await client.close();
    await runtime.close();
    return figures;
  },
};

function callsOf(runtime: Runtime): (tool: string, input: JsonObject) => Promise<void> {
  const conversation = runtime.conversation({ sessionId: "ses_bench", caller: "cli", surface: "terminal" });
  return async (tool, input) => {
    const outcome = await runtime.pipeline.call(
      { tool: `mcp__memory__${tool}`, input, signal: new AbortController().signal },
      conversation.snapshot(),
    );
    if (outcome.status !== "ok") throw new Error(outcome.message);
  };
}

async function tookUs(call: () => Promise<unknown>): Promise<number> {
  const before = performance.now();
  await call();
  return (performance.now() - before) * 1000;
}
