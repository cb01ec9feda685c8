// Prevents: servers as people really use them that we cannot start, list, call or hand to an agent.
import { execFile, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openAgent, openRuntime, type Runtime } from "@wield/app";
import { scriptedModel } from "@wield/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { COMMAND } from "../command/wield.ts";

const require = createRequire(import.meta.url);
const PYTHON_SERVER = fileURLToPath(new URL("../../../mcp/src/testing/python-server.py", import.meta.url));

let top: string;
let workspace: string;
let home: string;

function reference(name: string): string {
  return require.resolve(`@modelcontextprotocol/server-${name}/dist/index.js`);
}

beforeAll(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), "wield-real-mcp-")));
  [workspace, home] = [join(top, "w"), join(top, "home")];
  mkdirSync(workspace);
  mkdirSync(home, { mode: 0o700 });
  writeFileSync(join(workspace, "a.txt"), "hello from the file\n");
  const node = process.execPath;
  const servers = {
    everything: { command: node, args: [reference("everything")] },
    files: { command: node, args: [reference("filesystem"), workspace] },
    memory: {
      command: node,
      args: [reference("memory")],
      env: { MEMORY_FILE_PATH: join(workspace, "memory.jsonl") },
    },
    sleepy: { command: "sh", args: ["-c", `sleep 1000 & exec node "${reference("everything")}"`] },
    python: { command: "python3", args: [PYTHON_SERVER] },
  };
  // A checkout below the temporary folder is hidden by the sandbox, which has one of its own.
  const unconfined = Object.fromEntries(
    Object.entries(servers).map(([name, server]) => [name, { ...server, sandbox: false }]),
  );
  writeFileSync(
    join(home, "config.yaml"),
    JSON.stringify({ mcp: { servers: unconfined }, tools: { approval_mode: "auto" } }),
  );
});
afterAll(() => rmSync(top, { recursive: true, force: true }));

function wield(
  ...args: readonly string[]
): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  return new Promise((resolve) => {
    const env = { PATH: process.env["PATH"], HOME: top, WIELD_HOME: home };
    execFile(process.execPath, [COMMAND, ...args], { cwd: workspace, env }, (error, out, err) => {
      resolve({ code: typeof error?.code === "number" ? error.code : error === null ? 0 : 1, out, err });
    });
  });
}

test("each server's tools are called by the command", async () => {
  const calls = [
    [["mcp__everything__echo", "message=hi there"], "hi there"],
    [["mcp__files__read_text_file", `path=${join(workspace, "a.txt")}`], "hello from the file"],
    [
      [
        "mcp__memory__create_entities",
        '{"entities":[{"name":"Ada","entityType":"person","observations":["likes tea"]}]}',
      ],
      "Ada",
    ],
    [["mcp__python__add", "a=40", "b=2"], "42"],
    [["mcp__python__greet___", '{"who":"Wörld 🌍"}'], "hällo Wörld 🌍"],
  ] as const;
  for (const [words, expected] of calls) {
    const { code, out, err } = await wield("call", ...words);
    expect({ code, out, err }).toMatchObject({ code: 0, out: expect.stringContaining(expected) });
    expect(out).toContain("untrusted_content");
  }
  expect(readFileSync(join(workspace, "memory.jsonl"), "utf8")).toContain("likes tea");
  const wrong = await wield("call", "mcp__python__add", "a=forty", "b=2");
  expect(wrong.code).not.toBe(0);
  expect(wrong.out + wrong.err).toContain("a");
});

test("an agent's run uses three of them, and the model is told whose words it reads", async () => {
  const runtime = await openHere();
  const model = scriptedModel([
    { calls: [{ tool: "mcp__files__read_text_file", input: { path: join(workspace, "a.txt") } }] },
    {
      calls: [
        { tool: "mcp__memory__search_nodes", input: { query: "nobody of this name" } },
        { tool: "mcp__python__add", input: { a: 1, b: 2 } },
      ],
    },
    { calls: [{ tool: "mcp_resource", input: { action: "list" } }] },
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
  const ended = await opened.value.send({ text: "Use them." });
  expect(ended).toMatchObject({ reason: "done", answer: "Done." });
  const [first, , third, last] = model.requests;
  const offered = (first?.tools ?? []).map(({ name }) => name);
  expect(offered).toEqual(
    expect.arrayContaining(["mcp__files__read_text_file", "mcp__memory__read_graph", "mcp__python__add"]),
  );
  expect(JSON.stringify(third?.messages)).toContain("hello from the file");
  expect(JSON.stringify(third?.messages)).toMatch(/untrusted_content[^]*3/);
  expect(JSON.stringify(last?.messages)).toContain("resource(s):");
  // The servers' own instructions are no part of the prompt.
  expect(JSON.stringify(first)).not.toContain("Testing and demonstration server");
  await opened.value.close();
  await runtime.close();
});

test("X-008: killed hard, Wield leaves no server behind", async () => {
  const env = { PATH: process.env["PATH"], HOME: top, WIELD_HOME: home, WIELD_TEST_MARK: top };
  const held = spawn(
    process.execPath,
    [COMMAND, "call", "mcp__sleepy__trigger-long-running-operation", "duration=60", "steps=6"],
    {
      cwd: workspace,
      env,
      stdio: "ignore",
    },
  );
  const ours = (): Promise<readonly string[]> => processesWith(`WIELD_TEST_MARK=${top}`);
  await expect.poll(async () => (await ours()).join()).toContain("sleep 1000");
  // A kill in the few milliseconds before the watch stands is the window that is left.
  await expect.poll(() => childrenOf(held.pid ?? 0)).toMatch(/read -r _/);
  held.kill("SIGKILL");
  await expect.poll(ours).toEqual([]);
});

/** The command lines of what a process has started. */
async function childrenOf(pid: number): Promise<string> {
  const { readFile } = await import("node:fs/promises");
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8");
  const lines = children
    .split(" ")
    .filter((child) => child !== "")
    .map((child) => readFile(`/proc/${child}/cmdline`, "utf8").catch(() => ""));
  return (await Promise.all(lines)).join("\n");
}

/** Programs that were started with this in their environment. */
async function processesWith(mark: string): Promise<readonly string[]> {
  const { readdir, readFile } = await import("node:fs/promises");
  const found: string[] = [];
  for (const pid of (await readdir("/proc")).filter((name) => /^\d+$/.test(name))) {
    const environment = await readFile(`/proc/${pid}/environ`, "utf8").catch(() => "");
    if (environment.includes(mark))
      found.push((await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")).replaceAll("\0", " "));
  }
  return found;
}

async function openHere(): Promise<Runtime> {
  const opened = await openRuntime({
    cwd: workspace,
    env: { PATH: process.env["PATH"], HOME: top, WIELD_HOME: home },
    surface: "terminal",
  });
  if (!opened.ok) throw new Error(opened.message);
  return opened.value;
}
