// Prevents: an explanation that runs, asks or records something, or that differs from what a call really gets.
import { ok } from "@wield/core";
import { createTestBench } from "@wield/testkit";
import { expect, test } from "vitest";
import * as z from "zod";
import { defineTool } from "../contract/define-tool.ts";

let runs = 0;
const write = defineTool({
  name: "write_it",
  description: "Writes a file, for a test.",
  input: z.strictObject({ path: z.string().describe("Which file.") }),
  mutates: true,
  effects: ({ path }) => [{ kind: "write", path }],
  run: () => {
    runs += 1;
    return ok("written");
  },
});

test("an explanation gives every guard's answer and leaves no trace", async () => {
  await using bench = await createTestBench({
    tools: [write],
    settings: { rules: [{ match: { path: "secret/**" }, action: "deny", reason: "closed" }] },
  });
  const conversation = bench.conversation();
  const denied = await bench.pipeline.explain(
    { tool: "write_it", input: { path: "secret/a" } },
    conversation,
  );
  expect(denied).toMatchObject({ decision: "deny", effects: [{ words: "write secret/a" }] });
  expect(denied.reason).toContain("closed");
  expect(denied.answers.map(({ guard, answer }) => [guard, answer])).toEqual([
    ["floor", "abstain"],
    ["path rules", "deny"],
    ["permission rules", "abstain"],
    ["provenance", "abstain"],
  ]);
  const asked = await bench.pipeline.explain(
    { tool: "write_it", input: { path: ".git/config" } },
    conversation,
  );
  expect(asked.decision).toBe("ask");
  const fine = await bench.pipeline.explain({ tool: "write_it", input: { path: "a" } }, conversation);
  expect(fine).toMatchObject({ decision: "run", input: { path: "a" } });
  const refused = await bench.pipeline.explain({ tool: "write_it", input: {} }, conversation);
  expect(refused).toMatchObject({ decision: "refused", code: "invalid_arguments" });
  expect(runs).toBe(0);
  expect(bench.journal.entries).toEqual([]);
});

test("an explanation shows no secret and nothing hidden, and does not throw", async () => {
  let isBroken = false;
  await using bench = await createTestBench({
    tools: [write],
    secrets: [{ name: "PW", value: "hunter22" }],
    wrapFiles: (driver) => ({
      ...driver,
      resolve: (path, workspace) =>
        isBroken ? Promise.reject(new Error("no hunter22")) : driver.resolve(path, workspace),
    }),
  });
  bench.pipeline.addGuard({ name: "tells", check: () => "knows hunter22\u202e" });
  const input = { path: "hunter22\u200b" };
  const told = await bench.pipeline.explain({ tool: "write_it", input }, bench.conversation());
  expect(told.effects[0]?.words).toBe("write [PW]<U+200B>");
  expect(told.answers.at(-1)?.reason).toBe("knows [PW]<U+202E>");
  expect(told.reason).toBe("knows [PW]<U+202E>");
  isBroken = true;
  expect(await bench.pipeline.explain({ tool: "write_it", input }, bench.conversation())).toMatchObject({
    decision: "refused",
    code: "execution_error",
    reason: '"write_it" could not be carried out: no [PW]',
  });
});

test("the explanation and the call agree", async () => {
  await using bench = await createTestBench({ tools: [write], settings: { approvalMode: "deny" } });
  const explained = await bench.pipeline.explain(
    { tool: "write_it", input: { path: "a" } },
    bench.conversation(),
  );
  const outcome = await bench.call("write_it", { path: "a" });
  expect(outcome).toMatchObject({ status: "denied", message: explained.reason });
});
