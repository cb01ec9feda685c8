// Prevents: work in the background that is lost, told twice or run again, and an isolated sub-agent that changes the
// parent's files.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { ScriptedStep } from "@wield/testkit";
import { afterEach, expect, test } from "vitest";
import { delegate, results, runtimes, scripts, world } from "../testing/agent-world.ts";
import { temporaryPlaces } from "../testing/temporary-places.ts";

afterEach(() => runtimes.closeAll());

test("a helper in the background is announced, looked at, told more, and stopped", async () => {
  const gate = Promise.withResolvers<undefined>();
  let id = "";
  const task =
    (action: string, more = {}) =>
    (): ScriptedStep => ({
      calls: [{ tool: "task", rawInput: JSON.stringify({ action, id, ...more }) }],
    });
  const model = scripts(
    [
      delegate({ prompt: "helper in the background", background: true }),
      (request) => {
        const newest = request.messages.at(-1);
        id = newest?.role === "result" ? (/task_\w+/.exec(newest.text)?.[0] ?? "") : "";
        return task("output")();
      },
      () => {
        gate.resolve(undefined);
        return "Waiting.";
      },
      task("output"),
      task("send", { message: "and more" }),
      task("stop"),
      task("status"),
      task("list"),
      () => ({ calls: [{ tool: "task", input: { action: "status", id: "task_none" } }] }),
      "Done.",
    ],
    { "helper in the background": [{ text: "First answer.", until: gate.promise }, { hangs: true }] },
  );
  const { session } = await world(model, { toolset: "coding" });
  const woken = new Promise<void>((resolve) => {
    let ends = 0;
    session.subscribe(({ type }) => {
      if (type === "done") ends += 1;
      if (ends === 2) resolve();
    });
  });
  await session.send({ text: "go" });
  await woken;
  const texts = results(session).map((result) => ("text" in result ? String(result.text) : ""));
  expect(texts[0]).toMatch(/^Started task_\w+: helper in the background$/);
  expect(texts[1]).toMatch(/^still running \(0 turns, \d+ s\); its end is announced$/);
  expect(texts[2]).toBe("First answer.");
  expect(texts[3]).toBe(`Sent; ${id} is running again`);
  expect(texts[4]).toBe(`Stopped ${id}`);
  expect(texts[5]).toMatch(new RegExp(`^${id} — stopped \\(1 turns, \\d+ s\\): helper in the background$`));
  expect(texts[6]).toContain(id);
  expect(texts[7]).toContain(`there are: ${id}`);
  expect(session.messages()).toContainEqual(
    expect.objectContaining({
      origin: "notice",
      parts: [{ kind: "text", text: expect.stringContaining(`${id} ended — done`) }],
    }),
  );
  await session.close();
});

test("after a restart the tasks of the ended process are known and not run again", async () => {
  const places = temporaryPlaces();
  const model = scripts(
    [
      delegate({ prompt: "helper that ends", background: true }),
      delegate({ prompt: "helper that hangs", background: true }),
      () => ({ calls: [{ tool: "task", input: { action: "list" } }] }),
      "Done.",
    ],
    { "helper that ends": ["The answer."], "helper that hangs": [{ hangs: true }] },
  );
  const { session } = await world(model, { places, toolset: "coding", wakes: false });
  await session.send({ text: "go" });
  await session.close();

  const later = scripts([{ calls: [{ tool: "task", input: { action: "list" } }] }, "Done."], {});
  const again = await world(later, { places, toolset: "coding", resume: session.id });
  const before = later.requests.length;
  await again.session.send({ text: "what is there?" });
  const text = String(Reflect.get(results(again.session).at(-1) ?? {}, "text"));
  expect(text).toMatch(/^task_\w+ — stopped .*helper that hangs\ntask_\w+ — done .*helper that ends$/);
  expect(later.requests).toHaveLength(before + 2);
  await again.session.close();
});

test("an isolated helper works in a worktree of its own, which stays when something was changed there", async () => {
  const places = temporaryPlaces();
  const git = (...words: readonly string[]): string =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", "-C", places.workspace, ...words], {
      encoding: "utf8",
    });
  places.write("work/a.txt", "one\n");
  git("init", "-q");
  git("add", ".");
  git("commit", "-q", "-m", "first");
  const write = { calls: [{ tool: "write_file", input: { path: "b.txt", content: "two\n" } }] };
  const model = scripts(
    [
      delegate({ prompt: "helper that writes", isolate: true }),
      delegate({ prompt: "helper that looks", isolate: true }),
      "Done.",
    ],
    { "helper that writes": [write, "Written."], "helper that looks": ["Looked."] },
  );
  const { session } = await world(model, { places, toolset: "coding" });
  await session.send({ text: "go" });
  const [written, looked] = results(session).map((result) => String(Reflect.get(result, "text")));
  expect(written).toMatch(/… worktree: .*\/\.wield\/worktrees\/task_\w+, branch wield\/task_\w+$/m);
  expect(looked).not.toContain("worktree:");
  const kept = readdirSync(join(places.workspace, ".wield/worktrees")).filter((name) =>
    name.startsWith("task_"),
  );
  expect(kept).toHaveLength(1);
  expect(existsSync(join(places.workspace, ".wield/worktrees", kept[0] ?? "", "b.txt"))).toBe(true);
  expect(existsSync(join(places.workspace, "b.txt"))).toBe(false);
  expect(git("status", "--porcelain")).toBe("");
  await session.close();
});

test("isolation that is not possible is said, and the work is done in this workspace", async () => {
  const model = scripts([delegate({ prompt: "helper", isolate: true }), "Done."], { helper: ["Here."] });
  const { session } = await world(model, { toolset: "coding" });
  await session.send({ text: "go" });
  expect(results(session)).toMatchObject([
    { status: "ok", text: expect.stringContaining("not isolated: the workspace is in no git repository") },
  ]);
  await session.close();
});

test("without delegation, and outside conversations with a model, the tools are not there", async () => {
  const model = scripts(["Done."], {});
  const { session, runtime } = await world(model, {
    toolset: "coding",
    config: "delegation:\n  enabled: false\n",
  });
  await session.send({ text: "go" });
  expect(model.requests[0]?.tools.map(({ name }) => name)).not.toContain("delegate_task");
  const { tools } = runtime
    .conversation({ sessionId: "ses_x", caller: "cli", surface: "terminal" })
    .snapshot();
  expect(tools.inactive.get("delegate_task")?.reason).toContain(
    "sub-agents need a conversation with a model",
  );
  await session.close();
});
