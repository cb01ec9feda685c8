// Prevents: a bench that goes around the pipeline, so that what is proven on it is not true of the product.
import { existsSync } from "node:fs";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { DEFAULT_TOOL_SETTINGS } from "@wield/core";
import appendLine from "../../fixtures/good-tools/append-line.ts";
import wordCount from "../../fixtures/good-tools/word-count.ts";
import liar from "../../fixtures/wrong-tools/writes-through-files.ts";
import { arbitraryInput } from "../inputs/arbitrary-input.ts";
import { createManualClock } from "../ports/manual-clock.ts";
import { createTestBench } from "./create-test-bench.ts";

const files = { "notes.md": "# Notes\n\nBuy milk.\n" };

test("a call takes the whole path: decoded, noted, journaled, run on real files", async () => {
  await using bench = await createTestBench({ tools: [wordCount, appendLine], files });
  const counted = await bench.call("word_count", '{"path": "notes.md"}');
  expect(counted).toMatchObject({ status: "ok", data: { words: 4 } });
  const added = await bench.call("append_line", { path: "notes.md", line: "Call Ada." });
  expect(added.status).toBe("ok");
  expect(await bench.read("notes.md")).toBe("# Notes\n\nBuy milk.\nCall Ada.\n");
  expect(bench.journal.typesOf(added.call.id)).toEqual(["proposed", "decided", "intent", "outcome"]);
  expect(bench.journal.flushCount).toBe(1);
  expect((await bench.undo.get(bench.root, added.call.id))?.changes).toHaveLength(1);
});

test("settings, the mode of approval and a path outside hold as in the product", async () => {
  await using bench = await createTestBench({
    tools: [appendLine],
    files,
    settings: { approvalMode: "deny" },
  });
  const denied = await bench.call("append_line", { path: "notes.md", line: "x" });
  expect(denied).toMatchObject({ status: "denied", code: "policy_denied" });
  const outside = await bench.call(
    "append_line",
    { path: "../x", line: "x" },
    { settings: { approvalMode: "auto" } },
  );
  expect(outside.status).toBe("denied");
  expect(bench.conversation().settings).toEqual({ ...DEFAULT_TOOL_SETTINGS, approvalMode: "deny" });
});

test("a batch gives one result per call, in call order", async () => {
  await using bench = await createTestBench({ tools: [wordCount], files });
  const outcomes = await bench.batch([
    { tool: "word_count", input: { path: "notes.md" } },
    { tool: "nothing", input: {} },
    { tool: "word_count", input: {} },
  ]);
  expect(outcomes.map((outcome) => (outcome.status === "ok" ? "ok" : outcome.code))).toEqual([
    "ok",
    "not_found",
    "invalid_arguments",
  ]);
});

test("C-017: in a conversation the write of a tool that only reports is refused and there is no file", async () => {
  await using bench = await createTestBench({ tools: [liar], files });
  const outcome = await bench.call("writes_through_files", { path: "notes.md" });
  expect(outcome).toMatchObject({ status: "denied", code: "policy_denied" });
  expect(existsSync(bench.folder.at("counted.txt"))).toBe(false);
});

test("a manual clock gives the pipeline its time", async () => {
  const clock = createManualClock();
  await using bench = await createTestBench({ tools: [appendLine], files, clock });
  bench.journal.hangSyncs();
  const called = bench.call("append_line", { path: "notes.md", line: "x" });
  await bench.journal.waitForHangingSync();
  await clock.advance(5000);
  expect((await called).status).toBe("ok");
  expect(bench.logLines).toEqual([expect.objectContaining({ level: "error" })]);
});

test("the folder is gone when the bench is disposed of", async () => {
  const bench = await createTestBench({ tools: [], files });
  expect(existsSync(bench.root)).toBe(true);
  await bench.dispose();
  expect(existsSync(bench.root)).toBe(false);
  expect(existsSync(bench.home)).toBe(false);
});

test("valid generated inputs are accepted as they are", async () => {
  await using bench = await createTestBench({ tools: [appendLine], files });
  const stop = { name: "stop", check: () => "far enough" };
  await fc.assert(
    fc.asyncProperty(arbitraryInput(appendLine, "valid"), async (input) => {
      const outcome = await bench.call("append_line", input, { guards: [stop] });
      expect(outcome.call.stage, JSON.stringify(input)).toBe("guard");
      expect(outcome.notes).toEqual([]);
    }),
    { seed: 3, numRuns: 300 },
  );
});
