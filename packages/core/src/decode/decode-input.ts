import type { Json, JsonObject } from "../contract/json.ts";
import type { ToolDefinition } from "../contract/tool-definition.ts";
import { convertObject } from "./convert-value.ts";
import type { Decoding } from "./place.ts";
import { describeProblems, type ParameterList } from "./problem.ts";
import { parseArguments } from "./parse-arguments.ts";

export type Decoded =
  | {
      readonly ok: true;
      /** Deeply frozen. */
      readonly input: JsonObject;
      /** What came, parsed but not converted. */
      readonly raw: JsonObject;
      readonly notes: readonly string[];
    }
  | { readonly ok: false; readonly message: string; readonly hint: string };

/** Parses, converts and validates the arguments of a call against the tool's published schema. Never throws. */
export function decodeInput(
  tool: ToolDefinition,
  given: { readonly input?: string | Json; readonly wasCutOff?: boolean },
): Decoded {
  if (given.wasCutOff === true) {
    return {
      ok: false,
      message: `invalid arguments: the call of ${tool.name} was cut off by the length limit and was not run.`,
      hint: "send it again in smaller pieces.",
    };
  }
  const parsed = parseArguments(given.input, tool.mutates === false);
  if (!parsed.ok) return parsed;
  const decoding: Decoding = { tool, problems: [], notes: [...parsed.notes] };
  const input = convertObject(parsed.input, tool.input.json, { path: "", decoding });
  if (decoding.problems.length > 0) {
    return { ok: false, ...describeProblems(decoding.problems, parametersOf(tool)) };
  }
  return { ok: true, input: deepFreeze(input), raw: parsed.input, notes: decoding.notes };
}

function parametersOf(tool: ToolDefinition): ParameterList {
  const { properties, required } = tool.input.json;
  return {
    tool: tool.name,
    required,
    optional: Object.keys(properties).filter((name) => !required.includes(name)),
  };
}

function deepFreeze<Value extends Json>(value: Value): Value {
  if (typeof value === "object" && value !== null) {
    for (const member of Object.values(value)) deepFreeze(member as Json);
    Object.freeze(value);
  }
  return value;
}
