// Prevents: a workspace that could not be opened once staying closed, one opened twice, and a session left hanging by a
// runtime that does not close.
import { expect, test } from "vitest";
import { fail, type Outcome, value } from "@wield/core";
import { createManualClock, createTestBench, type TestBench } from "@wield/testkit";
import { createOpenRuntimes } from "./open-runtimes.ts";
import type { McpRuntime } from "./serve-options.ts";

function runtimeOn(bench: TestBench, close: () => Promise<void> = () => Promise.resolve()): McpRuntime {
  return {
    pipeline: bench.pipeline,
    settings: { all: [] },
    conversation: () => ({ snapshot: () => bench.conversation() }),
    close,
  };
}

function runtimes(open: (workspace: string) => Promise<Outcome<McpRuntime>>, clock = createManualClock()) {
  const logged: string[] = [];
  const log = (_level: string, message: string): void => void logged.push(message);
  return { logged, opened: createOpenRuntimes({ open, sessionId: "ses_1", clock, log }) };
}

test("a failure and a throw are told, and the next call tries again", async () => {
  await using bench = await createTestBench({ tools: [] });
  const answers = [
    () => Promise.resolve(fail("configuration_error", "config.yaml:1 is wrong")),
    () => Promise.reject(new Error("no such folder")),
    () => Promise.resolve(value(runtimeOn(bench))),
  ];
  let asked = 0;
  const { opened, logged } = runtimes(() => {
    asked += 1;
    return (answers[asked - 1] ?? answers[0])?.() ?? Promise.reject(new Error("asked too often"));
  });
  expect(await opened.get("/w")).toMatchObject({ ok: false, message: "config.yaml:1 is wrong" });
  expect(await opened.get("/w")).toMatchObject({
    ok: false,
    message: "the workspace /w could not be opened: no such folder",
  });
  const [first, second] = await Promise.all([opened.get("/w"), opened.get("/w")]);
  expect(first.ok).toBe(true);
  expect(second).toBe(first);
  expect(asked).toBe(3);
  expect(logged).toHaveLength(2);
});

test("a runtime that does not close is waited for no longer than the limit", async () => {
  await using bench = await createTestBench({ tools: [] });
  const clock = createManualClock();
  let isClosed = false;
  const { opened } = runtimes((workspace) => {
    const quick = (): Promise<void> => {
      isClosed = true;
      return Promise.resolve();
    };
    return Promise.resolve(
      value(runtimeOn(bench, workspace === "/stuck" ? () => new Promise(() => {}) : quick)),
    );
  }, clock);
  await opened.get("/stuck");
  await opened.get("/quick");
  const closing = opened.closeAll(2000);
  const early = await Promise.race([closing.then(() => "over"), settled().then(() => "waiting")]);
  expect([isClosed, early]).toEqual([true, "waiting"]);
  await clock.advance(2000);
  await closing;
});

function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
