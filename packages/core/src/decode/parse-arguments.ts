import { copyJson, jsonFault, type Json, type JsonObject } from "../contract/json.ts";
import { findJsonBreak } from "./find-json-break.ts";
import { repairHarmless } from "./repair-json.ts";

export type ParsedArguments =
  | { readonly ok: true; readonly input: JsonObject; readonly notes: readonly string[] }
  | { readonly ok: false; readonly message: string; readonly hint: string };

export interface Reading {
  /** True for tools that only report: harmless damage is repaired. */
  readonly isReadOnly: boolean;
  /** A value as a message may show it. */
  readonly show: (value: unknown) => string;
}

/**
 * Reads the arguments of a call: nothing is `{}`; text must be one JSON object. Malformed text is repaired only for
 * tools that only report, and only in three harmless cases.
 */
export function parseArguments(given: unknown, how: Reading): ParsedArguments {
  if (given === undefined || given === null) return parsed({});
  if (typeof given !== "string") return fromGiven(given, how);
  // Also takes off a byte-order mark.
  const text = given.trim();
  if (text === "" || text === "null") return parsed({});
  const whole = tryParse(text);
  if (whole !== undefined) return fromText(whole.value, how);
  if (how.isReadOnly) {
    const repaired = repairHarmless(text);
    const second = repaired === undefined ? undefined : tryParse(repaired.text);
    if (repaired !== undefined && second !== undefined)
      return fromValue(second.value, how, [`repaired the arguments: ${repaired.what}`]);
  }
  return describeBreak(text, given.length - given.trimStart().length, how);
}

/** A value that a caller holds: copied first, so that nobody can change it afterwards. */
function fromGiven(given: unknown, how: Reading): ParsedArguments {
  let copy: Json | undefined;
  try {
    copy = copyJson(given);
  } catch {
    copy = undefined;
  }
  if (copy !== undefined) return fromValue(copy, how);
  return refused("they are no JSON value (or nested too deep)", "send one JSON object with plain values.");
}

function fromText(value: Json, how: Reading): ParsedArguments {
  if (typeof value !== "string") return fromValue(value, how);
  const inner = tryParse(value.trim());
  if (inner !== undefined && isObject(inner.value))
    return fromValue(inner.value, how, ["unwrapped the arguments from a JSON string"]);
  return notAnObject(value, how);
}

function fromValue(value: Json, how: Reading, notes: readonly string[] = []): ParsedArguments {
  if (!isObject(value)) return notAnObject(value, how);
  // Text can hold what a value cannot carry: numbers beyond the largest, endless nesting.
  const fault = jsonFault(value);
  return fault === undefined
    ? parsed(value, notes)
    : refused(fault, "send one JSON object with plain values.");
}

function isObject(value: Json): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function parsed(input: JsonObject, notes: readonly string[] = []): ParsedArguments {
  return { ok: true, input, notes };
}

function refused(message: string, hint: string): ParsedArguments {
  return { ok: false, message: `invalid arguments: ${message}.`, hint };
}

function notAnObject(value: Json, { show }: Reading): ParsedArguments {
  return refused(`an object is expected, but ${show(value)} came`, "send the arguments as one JSON object.");
}

/** The one place where a call's text is parsed. */
function tryParse(text: string): { readonly value: Json } | undefined {
  try {
    return { value: JSON.parse(text) as Json };
  } catch {
    return undefined;
  }
}

function describeBreak(text: string, skipped: number, { show }: Reading): ParsedArguments {
  const found = findJsonBreak(text) ?? { kind: "invalid", position: 0 };
  const place = found.position + skipped;
  const rest = text.slice(found.position, found.position + 20);
  switch (found.kind) {
    case "end":
      return refused(
        `the arguments are not complete JSON: they end at character ${place}`,
        "send the call again whole.",
      );
    case "extra":
      return /^[[{"\d-]/.test(rest)
        ? refused(
            `two JSON values came in one call (the second at character ${place})`,
            "send one call with one JSON object.",
          )
        : refused(
            `after the JSON value more text came at character ${place} (${show(rest)})`,
            "send the call again with nothing but one JSON object.",
          );
    case "invalid":
      return refused(
        `the arguments are not valid JSON: they break at character ${place} (${show(rest)})`,
        "send the call again whole, as valid JSON.",
      );
  }
}
