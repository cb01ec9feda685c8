import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openRuntime } from "@wield/app";
import { defineTool } from "@wield/core";
import * as z from "zod";
import { startServer } from "../start-server.ts";

const echo = defineTool({
  name: "echo_later",
  description: "Answers with a word after some time, and tells once that it has begun.",
  input: z.strictObject({
    ms: z.int().describe("Milliseconds to wait."),
    word: z.string().describe("What to answer."),
  }),
  mutates: false,
  run: async ({ ms, word }, { signal, progress }) => {
    progress(`begun ${word}`);
    begun.get(word)?.();
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      const end = (): void => {
        clearTimeout(timer);
        resolve();
      };
      answers.set(word, end);
      signal.addEventListener("abort", () => {
        stopped.add(word);
        end();
      });
    });
    return word;
  },
});

const change = defineTool({
  name: "change_something",
  description: "Changes something, so that a person is asked first.",
  input: z.strictObject({}),
  mutates: true,
  run: () => "changed",
});

/** Words whose call was stopped. */
export const stopped = new Set<string>();

const begun = new Map<string, () => void>();
const answers = new Map<string, () => void>();

/** Has the call with this word answer now, whatever time it was to wait. */
export function letAnswer(word: string): void {
  answers.get(word)?.();
}

/** Resolves once the call with this word runs. */
export function hasBegun(word: string): Promise<void> {
  return new Promise((resolve) => begun.set(word, resolve));
}

export interface ServeFixture extends AsyncDisposable {
  readonly origin: string;
  readonly url: URL;
  readonly port: number;
  readonly token: string;
  readonly workspace: string;
}

/** The server of the product on a free port, with a workspace and a home of its own. */
export async function serveFixture(
  approvalMode: "prompt" | "auto" = "prompt",
  config: object = {},
): Promise<ServeFixture> {
  const top = mkdtempSync(join(tmpdir(), "wield-server-"));
  const workspace = join(top, "w");
  mkdirSync(workspace);
  writeFileSync(join(workspace, "a.txt"), "hi\n");
  mkdirSync(join(top, "home"), { mode: 0o700 });
  writeFileSync(join(top, "home", "config.yaml"), JSON.stringify(config));
  const opened = await openRuntime({
    cwd: workspace,
    env: { ...process.env, WIELD_HOME: join(top, "home"), WIELD_APPROVAL_MODE: approvalMode },
    flags: { toolset: "all" },
    surface: "mcp",
    extraTools: [echo, change],
  });
  if (!opened.ok) throw new Error(opened.message);
  await opened.value.mcp.start(10_000);
  const started = await startServer(opened.value, {
    host: "127.0.0.1",
    port: 0,
    allowedHosts: [],
    version: "0.0.0-test",
    log: () => undefined,
  });
  if (!started.ok) throw new Error(started.message);
  const { port, token } = started.value;
  return {
    port,
    token,
    workspace,
    origin: `http://127.0.0.1:${port}`,
    url: new URL(`http://127.0.0.1:${port}/mcp`),
    [Symbol.asyncDispose]: async () => {
      await started.value.close();
      await opened.value.close();
      rmSync(top, { recursive: true, force: true });
    },
  };
}
