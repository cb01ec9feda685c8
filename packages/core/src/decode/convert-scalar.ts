import { splitAlias } from "../contract/check-aliases.ts";
import type { Json } from "../contract/json.ts";
import type { NumberSchema, StringSchema } from "../schema/tool-schema.ts";
import { quote } from "../text/quote.ts";
import { refuse, type Place } from "./place.ts";

const JSON_NUMBER = /^\s*-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?\s*$/;

export function convertString(came: Json, schema: StringSchema, place: Place): Json | undefined {
  let text: string;
  if (typeof came === "string") text = came;
  else if (typeof came === "number" || typeof came === "boolean") {
    text = JSON.stringify(came);
    place.decoding.notes.push(`converted ${place.path} ${text} to ${quote(text)}`);
  } else {
    return refuse(place, schema.enum === undefined ? "a string" : `one of ${schema.enum.join(", ")}`, came);
  }
  if (!text.isWellFormed()) {
    text = text.toWellFormed();
    place.decoding.notes.push(`replaced half a surrogate pair in ${place.path} by U+FFFD`);
  }
  if (schema.enum !== undefined) return convertEnum(text, schema.enum, place);
  if (schema.minLength !== undefined && text.length < schema.minLength) {
    return refuse(place, `at least ${schema.minLength} characters`, text);
  }
  if (schema.maxLength !== undefined && text.length > schema.maxLength) {
    place.decoding.problems.push({
      message: `${place.path} must be at most ${schema.maxLength} characters, but ${text.length} came`,
    });
    return undefined;
  }
  return text;
}

function convertEnum(text: string, allowed: readonly string[], place: Place): Json | undefined {
  if (allowed.includes(text)) return text;
  const alias = Object.entries(place.decoding.tool.aliases).find(([key, real]) => {
    const at = splitAlias(key);
    return at.place === (place.pattern ?? place.path) && at.name === text && allowed.includes(real);
  });
  const sameLetters = allowed.filter((candidate) => candidate.toLowerCase() === text.toLowerCase());
  const meant = alias?.[1] ?? (sameLetters.length === 1 ? sameLetters[0] : undefined);
  if (meant === undefined) return refuse(place, `one of ${allowed.join(", ")}`, text);
  place.decoding.notes.push(`took ${place.path} ${quote(text)} as ${quote(meant)}`);
  return meant;
}

export function convertNumber(came: Json, schema: NumberSchema, place: Place): Json | undefined {
  const expected = schema.type === "integer" ? "a whole number" : "a number";
  let number: number;
  if (typeof came === "number") number = came;
  else if (typeof came === "string" && JSON_NUMBER.test(came)) number = Number(came);
  else return refuse(place, expected, came);
  if (!Number.isFinite(number)) return refuse(place, expected, came);
  if (schema.type === "integer" && !Number.isSafeInteger(number)) return refuse(place, expected, came);
  if (Object.is(number, -0)) number = 0;
  if (typeof came === "string")
    place.decoding.notes.push(`converted ${place.path} ${quote(came)} to ${number}`);
  if (schema.minimum !== undefined && number < schema.minimum)
    return refuse(place, `at least ${schema.minimum}`, came);
  if (schema.maximum !== undefined && number > schema.maximum)
    return refuse(place, `at most ${schema.maximum}`, came);
  return applyBound(number, schema, place);
}

function applyBound(number: number, schema: NumberSchema, place: Place): Json | undefined {
  const bound = place.decoding.tool.input.bounds.get(place.pattern ?? place.path);
  if (bound === undefined) return number;
  const { min = -Infinity, max = Infinity } = bound;
  if (number >= min && number <= max) return number;
  const { notes } = place.decoding;
  if (bound.outside === "clamp") {
    const nearest = number < min ? min : max;
    notes.push(`${place.path} ${number} is outside ${range(bound)}; used ${nearest}`);
    return nearest;
  }
  notes.push(
    schema.default === undefined
      ? `${place.path} ${number} is outside ${range(bound)}; took it as not given`
      : `${place.path} ${number} is outside ${range(bound)}; used the default ${JSON.stringify(schema.default)}`,
  );
  return schema.default;
}

function range(bound: { readonly min?: number; readonly max?: number }): string {
  if (bound.max === undefined) return `${bound.min ?? ""} and up`;
  return bound.min === undefined ? `up to ${bound.max}` : `${bound.min}–${bound.max}`;
}

export function convertBoolean(came: Json, place: Place): Json | undefined {
  if (typeof came === "boolean") return came;
  const word = typeof came === "string" ? came.trim().toLowerCase() : "";
  if (word !== "true" && word !== "false") return refuse(place, "true or false", came);
  place.decoding.notes.push(`converted ${place.path} ${quote(came)} to ${word}`);
  return word === "true";
}
