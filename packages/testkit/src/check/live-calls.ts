import * as fc from "fast-check";
import type { ToolDefinition } from "@wield/core";
import { arbitraryInput, type GeneratedInput } from "../inputs/arbitrary-input.ts";
import type { CheckLimits, LiveCall } from "./check-job.ts";
import { quoteInput } from "./observation.ts";
import { ABORT_AFTER_MS } from "./run-cancel.ts";

/** Once as it is, then aborted at several instants, then with a short limit. */
const TIMES = 1 + ABORT_AFTER_MS.length + 1;

const GENERATED = 3;

/** What the calls of a check are made with: the examples, or a few generated inputs where there are none. */
export function typicalInputs(tool: ToolDefinition, { seed }: CheckLimits): readonly GeneratedInput[] {
  if (tool.examples.length > 0) return tool.examples.map((example) => example.input);
  return fc.sample(arbitraryInput(tool, "valid"), { numRuns: GENERATED, seed });
}

/** The calls that are made of a tool that connects, for the person who is asked whether they may be. */
export function liveCalls(tool: ToolDefinition, limits: CheckLimits): readonly LiveCall[] {
  const hasExamples = tool.examples.length > 0;
  return typicalInputs(tool, limits).map((input, index) => ({
    label: `${hasExamples ? "example" : "input"} ${index + 1}`,
    input: quoteInput(input),
    times: hasExamples ? TIMES : TIMES - 1,
  }));
}
