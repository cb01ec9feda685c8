import { aliasesAt } from "../contract/check-aliases.ts";
import type { Json } from "../contract/json.ts";
import type { LenientBound, NumberSchema, StringSchema } from "../schema/tool-schema.ts";
import { listNames } from "../text/quote.ts";
import { refuse, type Place } from "./place.ts";
import { showPath } from "./problem.ts";

const JSON_NUMBER = /^\s*-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?\s*$/;

export function convertString(came: Json, schema: StringSchema, place: Place): Json | undefined {
  const { notes, problems, show } = place.decoding;
  let text: string;
  if (typeof came === "string") text = came;
  else if (typeof came === "number" || typeof came === "boolean") {
    text = JSON.stringify(came);
    notes.add(() => `converted ${showPath(place.path)} ${text} to ${show(text)}`);
  } else {
    return refuse(place, schema.enum === undefined ? "a string" : oneOf(schema.enum), came);
  }
  if (!text.isWellFormed()) {
    text = text.toWellFormed();
    notes.add(() => `replaced half a surrogate pair in ${showPath(place.path)} by U+FFFD`);
  }
  if (schema.enum !== undefined) return convertEnum(text, schema.enum, place);
  const { minLength = 0, maxLength = Infinity } = schema;
  if (text.length < minLength) return refuse(place, `at least ${minLength} characters`, text);
  if (text.length > maxLength) {
    problems.add(() => ({
      message: `${showPath(place.path)} must be at most ${maxLength} characters, but ${text.length} came`,
    }));
    return undefined;
  }
  return text;
}

function convertEnum(text: string, allowed: readonly string[], place: Place): Json | undefined {
  if (allowed.includes(text)) return text;
  const { notes, show, tool } = place.decoding;
  const alias = aliasesAt(tool, place.pattern).find(
    ({ name, real }) => name === text && allowed.includes(real),
  );
  const sameLetters = allowed.filter((candidate) => candidate.toLowerCase() === text.toLowerCase());
  const meant = alias?.real ?? (sameLetters.length === 1 ? sameLetters[0] : undefined);
  if (meant === undefined) return refuse(place, oneOf(allowed), text);
  notes.add(() => `took ${showPath(place.path)} ${show(text)} as ${show(meant)}`);
  return meant;
}

function oneOf(allowed: readonly string[]): string {
  return `one of ${listNames(allowed)}`;
}

export function convertNumber(came: Json, schema: NumberSchema, place: Place): Json | undefined {
  const isWhole = schema.type === "integer";
  let number: number;
  if (typeof came === "number") number = came;
  else if (typeof came === "string" && JSON_NUMBER.test(came)) number = Number(came);
  else return refuse(place, isWhole ? "a whole number" : "a number", came);
  if (!Number.isFinite(number) || (isWhole && Number.isInteger(number) && !Number.isSafeInteger(number)))
    return refuse(place, `a number of at most ${isWhole ? Number.MAX_SAFE_INTEGER : Number.MAX_VALUE}`, came);
  if (isWhole && !Number.isInteger(number)) return refuse(place, "a whole number", came);
  if (Object.is(number, -0)) number = 0;
  if (typeof came === "string") {
    const { notes, show } = place.decoding;
    notes.add(() => `converted ${showPath(place.path)} ${show(came)} to ${number}`);
  }
  const { minimum = -Infinity, maximum = Infinity } = schema;
  if (number < minimum) return refuse(place, `at least ${minimum}`, came);
  if (number > maximum) return refuse(place, `at most ${maximum}`, came);
  return applyBound(number, schema, place);
}

/** A lenient bound answers: with the nearest limit, with the default, or as if nothing had come. */
function applyBound(number: number, schema: NumberSchema, place: Place): Json | undefined {
  const { notes, tool } = place.decoding;
  const bound = tool.input.bounds.get(place.pattern);
  if (bound === undefined) return number;
  const { min = -Infinity, max = Infinity } = bound;
  if (number >= min && number <= max) return number;
  const what = `${showPath(place.path)} ${number} is outside ${range(bound)}`;
  if (bound.outside === "clamp") {
    const nearest = number < min ? min : max;
    notes.add(() => `${what}; used ${nearest}`);
    return nearest;
  }
  const fallback = schema.default;
  notes.add(() =>
    fallback === undefined
      ? `${what}; took it as not given`
      : `${what}; used the default ${JSON.stringify(fallback)}`,
  );
  return fallback;
}

function range({ min, max }: LenientBound): string {
  if (max === undefined) return `${min ?? ""} and up`;
  return min === undefined ? `up to ${max}` : `${min}–${max}`;
}

export function convertBoolean(came: Json, place: Place): Json | undefined {
  if (typeof came === "boolean") return came;
  const word = typeof came === "string" ? came.trim().toLowerCase() : "";
  if (word !== "true" && word !== "false") return refuse(place, "true or false", came);
  const { notes, show } = place.decoding;
  notes.add(() => `converted ${showPath(place.path)} ${show(came)} to ${word}`);
  return word === "true";
}
