import type { ToolDefinition } from "@wield/core";
import type { Remark } from "./finding.ts";
import { judgeContext } from "./judge-context.ts";
import { judgeHonest } from "./judge-honest.ts";
import { judgeOutput } from "./judge-output.ts";
import { judgeWorded } from "./judge-worded.ts";
import type { Observation } from "./observation.ts";

/** What every call of the tool is looked at for, whatever it was made for. */
export function judgeRun(tool: ToolDefinition, seen: Observation): readonly Remark[] {
  return [
    ...judgeContext(seen),
    ...judgeHonest(tool, seen),
    ...judgeOutput(seen),
    ...judgeWorded(tool, seen),
  ];
}

/** Codes that no tool may end with, whatever comes in. */
const FAULTS = new Map([
  ["execution_error", "threw"],
  ["invalid_result", "returned no valid result"],
  ["guard_error", "broke a guard"],
]);

const ADVICE = new Map([
  ["execution_error", "return fail(code, sentence, { hint }) for what can be expected to go wrong"],
  ["invalid_result", "return ok(text, data) or fail(code, sentence, { hint })"],
]);

/** How the tool broke, in words; nothing when its call ended as calls may. */
export function brokeHow(outcome: Observation["outcome"]): string | undefined {
  if (outcome.status === "ok") return undefined;
  const what = FAULTS.get(outcome.code);
  if (what === undefined) return undefined;
  const advice = ADVICE.get(outcome.code);
  return `${what}: ${outcome.message}${advice === undefined ? "" : `; ${advice}`}`;
}
