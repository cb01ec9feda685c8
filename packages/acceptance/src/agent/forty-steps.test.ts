// Prevents: a task that a crash leaves half done, or that does a step twice when it goes on.
import { execFileSync, spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { AgentEvent } from "@wield/agent";
import { makeWorkspaceFolder, type WorkspaceFolder } from "@wield/testkit";
import { expect, test } from "vitest";
import { FILES, PLAN } from "./forty-steps.ts";

const PROGRAM = fileURLToPath(new URL("./forty-steps.program.ts", import.meta.url));

async function repository(): Promise<{ readonly folder: WorkspaceFolder; readonly home: WorkspaceFolder }> {
  const folder = await makeWorkspaceFolder(
    Object.fromEntries(FILES.map(({ path, before }) => [path, before])),
  );
  const home = await makeWorkspaceFolder({
    "config.yaml": "tool_loop_guardrails:\n  warn_after: 90\n  hard_stop_after: 100\n",
  });
  const git = (...words: readonly string[]): Buffer =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", "-C", folder.path, ...words]);
  git("init", "-q");
  git("add", ".");
  git("commit", "-q", "-m", "before");
  return { folder, home };
}

interface Run {
  readonly events: readonly AgentEvent[];
  readonly signal: NodeJS.Signals | null;
}

/** Runs the task; kills the process as soon as `isTheMoment`. */
async function run(
  args: readonly string[],
  isTheMoment: (event: AgentEvent) => boolean = () => false,
): Promise<Run> {
  const child = spawn(process.execPath, [PROGRAM, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise<NodeJS.Signals | null>((resolve) =>
    child.on("close", (_code, signal) => resolve(signal)),
  );
  const events: AgentEvent[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    const event: AgentEvent = JSON.parse(line);
    events.push(event);
    if (isTheMoment(event)) child.kill("SIGKILL");
  }
  return { events, signal: await ended };
}

function sessionOf(events: readonly AgentEvent[]): string {
  const told = events.find((event) => event.type === "session");
  if (told?.type !== "session") throw new Error("no session was told");
  return told.session_id;
}

/** How often each file was edited, as the journal has it, across all processes. */
async function editsOf(home: WorkspaceFolder): Promise<ReadonlyMap<string, number>> {
  const edits = new Map<string, number>();
  for (const file of readdirSync(home.at("journal"))) {
    for (const line of (await home.text(`journal/${file}`)).split("\n").filter((text) => text !== "")) {
      const entry: { type?: string; status?: string; changed?: readonly string[] } = JSON.parse(line);
      if (entry.type !== "outcome" || entry.status !== "ok") continue;
      for (const path of entry.changed ?? []) edits.set(path, (edits.get(path) ?? 0) + 1);
    }
  }
  return edits;
}

const stepOf = (event: AgentEvent): number => (event.type === "usage" ? event.steps : 0);

test.each<[string, (seen: { readonly calls: number }, event: AgentEvent) => boolean]>([
  ["while the answer of step 20 is there and its call begins", (_none, event) => stepOf(event) === 20],
  ["in the middle of step 20, an edit", ({ calls }, event) => event.type === "tool_call" && calls === 20],
])(
  "a task of forty steps, killed %s, ends the same when it goes on, with no step done twice",
  async (_name, isTheMoment) => {
    const { folder, home } = await repository();
    const seen = { calls: 0 };
    const first = await run([folder.path, home.path], (event) => {
      if (event.type === "tool_call") seen.calls += 1;
      return isTheMoment(seen, event);
    });
    expect(first.signal).toBe("SIGKILL");
    expect(first.events.some(({ type }) => type === "done")).toBe(false);

    const second = await run([folder.path, home.path, sessionOf(first.events)]);
    expect(second.events.at(-1)).toMatchObject({
      type: "done",
      reason: "done",
      answer: "All parts are named.",
    });
    for (const { path, after } of FILES) expect(await folder.text(path)).toBe(after);
    const changed = execFileSync("git", ["-C", folder.path, "status", "--porcelain"], { encoding: "utf8" });
    expect(changed.trim().split("\n")).toHaveLength(FILES.length);
    const edits = await editsOf(home);
    for (const { path } of FILES) expect(edits.get(path), path).toBeLessThanOrEqual(1);
    await folder.remove();
    await home.remove();
  },
);

test("a task of forty steps ends with the right files", async () => {
  const { folder, home } = await repository();
  const { events, signal } = await run([folder.path, home.path]);
  expect(signal).toBeNull();
  expect(events.at(-1)).toMatchObject({ reason: "done", steps: PLAN.length + 1, calls: PLAN.length });
  for (const { path, after } of FILES) expect(await folder.text(path)).toBe(after);
  expect([...(await editsOf(home)).values()]).toEqual(FILES.map(() => 1));
  await folder.remove();
  await home.remove();
});
