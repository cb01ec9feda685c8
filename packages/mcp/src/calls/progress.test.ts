// Prevents: progress that a strict client refuses because a value does not rise.
import { expect, test } from "vitest";
import type { Progress } from "@wield/core";
import type { ProgressReport } from "../serve/client-request.ts";
import { createProgressReports } from "./progress.ts";

function reportsOf(...given: (Omit<Progress, "callId"> | string)[]): ProgressReport[] {
  const sent: ProgressReport[] = [];
  const report = createProgressReports((made) => void sent.push(made));
  for (const one of given)
    report({ callId: "call_1", ...(typeof one === "string" ? { message: one } : one) });
  return sent;
}

test("what only says something is counted", () => {
  expect(reportsOf("a", "b", { message: "c", fraction: 0.5 })).toEqual([
    { progress: 1, message: "a" },
    { progress: 2, message: "b" },
    { progress: 3, message: "c" },
  ]);
});

test("fractions rise towards 1 whatever the tool says", () => {
  const sent = reportsOf(
    { message: "half", fraction: 0.5 },
    { message: "back", fraction: 0.2 },
    "no number",
    { message: "done", fraction: 1 },
    { message: "again", fraction: 1 },
  );
  expect(sent.map(({ message }) => message)).toEqual(["half", "back", "no number", "done"]);
  const values = sent.map(({ progress }) => progress);
  expect(values).toEqual(values.toSorted((left, right) => left - right));
  expect(new Set(values).size).toBe(values.length);
  expect(sent.every(({ total, progress }) => total === 1 && progress <= 1)).toBe(true);
});
