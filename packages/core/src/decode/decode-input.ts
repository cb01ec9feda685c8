import { deepFreeze, type Json, type JsonObject } from "../contract/json.ts";
import type { ToolDefinition } from "../contract/tool-definition.ts";
import { quote } from "../text/quote.ts";
import { convertForeign } from "./convert-foreign.ts";
import { convertObject } from "./convert-value.ts";
import { parseArguments } from "./parse-arguments.ts";
import { createNoteList, type Decoding } from "./place.ts";
import { createProblemList, describeProblems, type ParameterList } from "./problem.ts";

export type Decoded =
  | {
      readonly ok: true;
      /** Deeply frozen. */
      readonly input: JsonObject;
      /** What came, parsed but not converted. */
      readonly raw: JsonObject;
      /** True when nothing was converted and no default was filled in. */
      readonly isAsItCame: boolean;
      readonly notes: readonly string[];
    }
  | { readonly ok: false; readonly message: string; readonly hint: string };

/** What came with a call. */
export interface GivenInput {
  readonly input?: string | Json;
  /** True when the provider cut its answer inside the call. */
  readonly wasCutOff?: boolean;
}

/**
 * Parses, converts and validates the arguments of a call against the tool's published schema. Never throws.
 * `show` words a value for a message; default: JSON, at most 80 characters.
 */
export function decodeInput(
  tool: ToolDefinition,
  given: GivenInput,
  show: (value: unknown) => string = quote,
): Decoded {
  if (given.wasCutOff === true) {
    return {
      ok: false,
      message: `invalid arguments: the call of ${tool.name} was cut off by the length limit and was not run.`,
      hint: "send it again in smaller pieces.",
    };
  }
  const parsed = parseArguments(given.input, { isReadOnly: tool.mutates === false, show });
  if (!parsed.ok) return parsed;
  const decoding: Decoding = {
    tool,
    show,
    problems: createProblemList(),
    notes: createNoteList(parsed.notes),
    hasDefaults: false,
  };
  const input = convert(parsed.input, decoding);
  if (decoding.problems.count > 0)
    return { ok: false, ...describeProblems(decoding.problems, parametersOf(tool)) };
  const notes = decoding.notes.list();
  return {
    ok: true,
    input: deepFreeze(input),
    raw: parsed.input,
    isAsItCame: notes.length === 0 && !decoding.hasDefaults,
    notes,
  };
}

/** A foreign schema says more than our own terms can: its own check has the last word. */
function convert(given: JsonObject, decoding: Decoding): JsonObject {
  const { tool, problems } = decoding;
  const root = { path: "", pattern: "", decoding };
  if (tool.foreign === undefined) return convertObject(given, tool.input.json, root);
  const input = convertForeign(given, tool.foreign.json, root);
  const fault = tool.foreign.check(input);
  if (fault !== undefined) problems.add(() => ({ message: fault }));
  return input;
}

function parametersOf(tool: ToolDefinition): ParameterList {
  const { properties, required } = tool.input.json;
  return {
    tool: tool.name,
    required,
    optional: Object.keys(properties).filter((name) => !required.includes(name)),
  };
}
