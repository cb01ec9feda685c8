import { readdirSync } from "node:fs";
import type { Held } from "../walk/held.ts";
import { osError } from "../walk/os-error.ts";

/**
 * Names in `folder` that differ from `name` only in their Unicode normal form or in the kind of a space
 * (U+0020, U+00A0, U+202F): they look the same, and whoever copied one could not tell.
 */
export function lookAlikes(folder: Held, name: string): readonly string[] {
  return lookAlikesAmong(namesIn(folder), name);
}

export function lookAlikesAmong(names: readonly string[], name: string): readonly string[] {
  const wanted = lookOf(name);
  return names.filter((other) => other !== name && lookOf(other) === wanted);
}

function lookOf(name: string): string {
  return name.normalize("NFC").replaceAll(/[\u00A0\u202F]/g, " ");
}

function namesIn(folder: Held): readonly string[] {
  try {
    return readdirSync(folder.at("."));
  } catch (error) {
    // A folder that cannot be listed has no names to offer.
    osError(error);
    return [];
  }
}
