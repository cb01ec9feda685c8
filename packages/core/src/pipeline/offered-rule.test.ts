// Prevents: an answer "always" that is saved, and asked for again the next time.
import { createTestBench } from "@wield/testkit";
import type { BenchCallOptions } from "@wield/testkit";
import { expect, test } from "vitest";
import { personWho } from "../testing/asker-fixture.ts";
import { readText, writeText } from "../testing/file-tools-fixture.ts";
import { failureOf, okOf } from "../testing/outcome-fixture.ts";

const PROMPT = { approvalMode: "prompt" } as const;
const bench = () => createTestBench({ tools: [readText, writeText], settings: PROMPT });

test.each<[what: string, path: string, more: BenchCallOptions]>([
  ["the floor", ".vscode/tasks.json", { settings: { approvalMode: "auto" } }],
  ["the floor besides the mode", ".envrc", {}],
  [
    "a rule that asks",
    "b.txt",
    { settings: { ...PROMPT, rules: [{ match: { path: "b.txt" }, action: "ask" }] } },
  ],
  [
    "a rule without a path that asks",
    "b.txt",
    { settings: { ...PROMPT, rules: [{ tool: "write_text", action: "ask" }] } },
  ],
  [
    "a guard",
    "b.txt",
    { guards: [{ name: "two eyes", check: () => ({ decision: "ask", reason: "look" }) }] },
  ],
])("R-011: what %s asks for is asked each time: only once and no are offered", async (_what, path, more) => {
  await using here = await bench();
  for (const choice of ["always", "session"] as const) {
    const { asker, seen } = personWho(choice);
    const outcome = okOf(await here.call("write_text", { path, text: "b" }, { ...more, askers: [asker] }));
    expect(seen.map(({ rule }) => rule)).toEqual([undefined]);
    expect(outcome.notes).toEqual([`allowed once: no rule can cover this call (${choice} was answered)`]);
  }
  expect(here.savedRules).toEqual([]);
  expect(failureOf(await here.call("write_text", { path, text: "b" }, more)).code).toBe(
    "approval_unavailable",
  );
});
