import { isJson, type Json, type JsonObject } from "../contract/json.ts";
import { quote } from "../text/quote.ts";
import { repairHarmless } from "./repair-json.ts";

export type ParsedArguments =
  | { readonly ok: true; readonly input: JsonObject; readonly notes: readonly string[] }
  | { readonly ok: false; readonly message: string; readonly hint: string };

/**
 * Reads the arguments of a call: nothing is `{}`; text must be one JSON object. Malformed text is repaired only for
 * tools that only report, and only in three harmless cases.
 */
export function parseArguments(given: string | Json | undefined, isReadOnly: boolean): ParsedArguments {
  if (given === undefined || given === null) return parsed({});
  if (typeof given !== "string") return fromValue(given, []);
  const text = given.trim();
  if (text === "" || text === "null") return parsed({});
  const whole = tryParse(text);
  if (whole.ok) return fromText(whole.value);
  if (isReadOnly) {
    const repaired = repairHarmless(text);
    const second = repaired === undefined ? undefined : tryParse(repaired.text);
    if (repaired !== undefined && second?.ok === true)
      return fromValue(second.value, [`repaired the arguments: ${repaired.what}`]);
  }
  return describeBreak(text, whole.position);
}

function fromText(value: Json): ParsedArguments {
  if (typeof value !== "string") return fromValue(value, []);
  const inner = tryParse(value.trim());
  if (inner.ok && isObject(inner.value))
    return parsed(inner.value, ["unwrapped the arguments from a JSON string"]);
  return notAnObject(value);
}

function fromValue(value: Json, notes: readonly string[]): ParsedArguments {
  if (!isObject(value)) return notAnObject(value);
  if (!isJson(value))
    return refused(
      "the arguments are not JSON (or nested deeper than 200 levels)",
      "send one JSON object with plain values.",
    );
  return parsed(value, notes);
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

function notAnObject(value: Json): ParsedArguments {
  return refused(`an object is expected, but ${quote(value)} came`, "send the arguments as one JSON object.");
}

type Parse = { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly position: number };

/** The one place where a call's text is parsed. */
function tryParse(text: string): Parse {
  try {
    return { ok: true, value: JSON.parse(text) as Json };
  } catch (error) {
    const found = /at position (\d+)/.exec(error instanceof Error ? error.message : "");
    return { ok: false, position: found === null ? text.length : Number(found[1]) };
  }
}

function describeBreak(text: string, position: number): ParsedArguments {
  const before = tryParse(text.slice(0, position).trim());
  const rest = text.slice(position).trimStart();
  if (before.ok && /^[[{"\d-]/.test(rest)) {
    return refused("two JSON values came in one call", "send one call with one JSON object.");
  }
  if (before.ok) {
    return refused(
      `after the JSON object more text came at character ${position} (${quote(rest.slice(0, 20))})`,
      "send the call again with nothing but one JSON object.",
    );
  }
  if (position >= text.length) {
    return refused(
      `the arguments are not complete JSON: they end at character ${text.length}`,
      "send the call again whole.",
    );
  }
  return refused(
    `the arguments are not valid JSON: they break at character ${position} (${quote(text.slice(position, position + 20))})`,
    "send the call again whole, as valid JSON.",
  );
}
