// Prevents: servers over HTTP as people really use them, new and old form and another Wield, that an agent cannot use.
import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openAgent } from "@wield/app";
import { scriptedModel } from "@wield/testkit";
import { expect, test } from "vitest";
import { makePlaces, type Places } from "../command/places.ts";
import { startWield } from "../command/wield.ts";

const require = createRequire(import.meta.url);
const PYTHON_SERVER = fileURLToPath(new URL("../../../mcp/src/testing/python-server.py", import.meta.url));

function reference(name: string): string {
  return require.resolve(`@modelcontextprotocol/server-${name}/dist/index.js`);
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/** Resolves with what was written once this stands in it. */
function said(child: ChildProcess, text: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let all = "";
    const look = (chunk: unknown): void => {
      all += String(chunk);
      if (text.test(all)) resolve(all);
    };
    child.stdout?.on("data", look);
    child.stderr?.on("data", look);
    child.once("exit", () => reject(new Error(`it ended: ${all}`)));
  });
}

/** The reference server in one of its forms over HTTP. */
async function startEverything(
  form: "streamableHttp" | "sse",
): Promise<{ child: ChildProcess; url: string }> {
  const port = await freePort();
  const child = spawn(process.execPath, [reference("everything"), form], {
    env: { PATH: process.env["PATH"], PORT: String(port) },
    stdio: "pipe",
  });
  await said(child, /port \d+/);
  return { child, url: `http://127.0.0.1:${port}/${form === "sse" ? "sse" : "mcp"}` };
}

/** Another Wield, which passes on the tools of servers of its own. */
async function startOther(places: Places): Promise<{ child: ChildProcess; url: string; token: string }> {
  const node = process.execPath;
  const servers = {
    files: { command: node, args: [reference("filesystem"), places.workspace] },
    memory: {
      command: node,
      args: [reference("memory")],
      env: { MEMORY_FILE_PATH: join(places.workspace, "memory.jsonl") },
    },
    python: { command: "python3", args: [PYTHON_SERVER] },
  };
  // A checkout below the temporary folder is hidden by the sandbox, which has one of its own.
  const unconfined = Object.fromEntries(
    Object.entries(servers).map(([name, server]) => [name, { ...server, sandbox: false }]),
  );
  places.write(
    "home/config.yaml",
    JSON.stringify({ mcp: { servers: unconfined }, tools: { approval_mode: "auto", enabled: ["mcp__*"] } }),
  );
  const child = startWield(["serve", "--port", "0"], { home: places.home, cwd: places.workspace });
  const words = await said(child, /Ctrl-C ends/);
  const url = /http:\/\/127\.0\.0\.1:\d+\/mcp/.exec(words)?.[0] ?? "";
  return { child, url, token: readFileSync(join(places.home, "server.token"), "utf8").trim() };
}

test("an agent's run uses three servers over HTTP: the new form, the old one, and a Wield that passes others on", async () => {
  await using there = makePlaces();
  await using here = makePlaces();
  there.write("work/a.txt", "hello from the other folder\n");
  const started = await Promise.all([
    startEverything("streamableHttp"),
    startEverything("sse"),
    startOther(there),
  ]);
  const [everything, old, other] = started;
  try {
    here.write(
      "home/config.yaml",
      JSON.stringify({
        tools: { approval_mode: "auto" },
        mcp: {
          servers: {
            everything: { url: everything.url },
            old: { url: old.url, type: "sse" },
            other: { url: other.url, headers: { Authorization: "Bearer ${OTHER_KEY}" } },
          },
        },
      }),
    );
    const runtime = await here.open({ env: { PATH: process.env["PATH"], OTHER_KEY: other.token } });
    const model = scriptedModel([
      { calls: [{ tool: "mcp__everything__echo", input: { message: "over the new form" } }] },
      {
        calls: [
          { tool: "mcp__old__echo", input: { message: "over the old form" } },
          {
            tool: "mcp__other__mcp__files__read_text_file",
            input: { path: join(there.workspace, "a.txt") },
          },
        ],
      },
      {
        calls: [
          {
            tool: "mcp__other__mcp__memory__create_entities",
            input: { entities: [{ name: "Ada", entityType: "person", observations: ["likes tea"] }] },
          },
        ],
      },
      { calls: [{ tool: "mcp__other__mcp__python__add", input: { a: 40, b: 2 } }] },
      "Done.",
    ]);
    const opened = await openAgent(runtime, {
      surface: "terminal",
      model: "scripted/model",
      models: async () => ({ ok: true, value: model }),
      toolset: "all",
      wakes: false,
    });
    if (!opened.ok) throw new Error(opened.message);
    await runtime.mcp.start(60_000);
    expect(runtime.mcp.status().map(({ name, state, reason }) => `${name}: ${reason ?? state}`)).toEqual([
      "everything: connected",
      "old: connected",
      "other: connected",
    ]);
    const ended = await opened.value.send({ text: "Use them." });
    expect(ended).toMatchObject({ reason: "done", answer: "Done." });
    const last = JSON.stringify(model.requests.at(-1)?.messages);
    for (const words of ["over the new form", "over the old form", "hello from the other folder", "42"])
      expect(last).toContain(words);
    expect(last).toContain("untrusted_content");
    expect(readFileSync(join(there.workspace, "memory.jsonl"), "utf8")).toContain("likes tea");
    await opened.value.close();
  } finally {
    const ends = started.map(({ child }) => new Promise((resolve) => child.once("exit", resolve)));
    for (const { child } of started) child.kill("SIGTERM");
    await Promise.all(ends);
  }
});
