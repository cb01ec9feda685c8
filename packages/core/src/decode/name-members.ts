import { aliasesAt } from "../contract/check-aliases.ts";
import { canonicalJson, type Json, type JsonObject } from "../contract/json.ts";
import type { ObjectSchema } from "../schema/tool-schema.ts";
import { nearestName } from "../text/nearest.ts";
import { member, type Place } from "./place.ts";
import { showPath } from "./problem.ts";

/**
 * An object's members under their real names: aliases are led to their parameter, unknown and missing names become
 * problems. What is left out is not there or `null`.
 */
export function nameMembers(
  given: JsonObject,
  schema: ObjectSchema,
  place: Place,
): ReadonlyMap<string, Json> {
  const members = new Map(Object.entries(given));
  takeAliases(members, schema, place);
  const unknown = [...members.keys()].filter((name) => !Object.hasOwn(schema.properties, name));
  const missing = schema.required.filter((name) => (members.get(name) ?? null) === null);
  reportNames({ members, unknown, missing }, schema, place);
  for (const name of unknown) members.delete(name);
  return members;
}

function takeAliases(members: Map<string, Json>, schema: ObjectSchema, place: Place): void {
  const { tool, notes, problems, show } = place.decoding;
  for (const { name: alias, real } of aliasesAt(tool, place.pattern)) {
    const came = Object.hasOwn(schema.properties, real) ? members.get(alias) : undefined;
    if (came === undefined) continue;
    members.delete(alias);
    const known = members.get(real) ?? null;
    const label = showPath(member(place.path, alias));
    const realLabel = showPath(member(place.path, real));
    if (known !== null && came !== null && canonicalJson(known) !== canonicalJson(came)) {
      problems.add(() => ({
        message: `${realLabel} and ${label} mean the same parameter, but ${show(known)} and ${show(came)} came`,
        hint: `give ${real} only.`,
      }));
      continue;
    }
    if (known === null) members.set(real, came);
    notes.add(() => `took ${label} as ${realLabel}`);
  }
}

interface Names {
  readonly members: ReadonlyMap<string, Json>;
  readonly unknown: readonly string[];
  readonly missing: readonly string[];
}

function reportNames(names: Names, schema: ObjectSchema, place: Place): void {
  const { tool, problems } = place.decoding;
  const misspelt = new Set<string>();
  for (const name of names.unknown) {
    problems.add(() => {
      const meant = meantBy(name, names, { schema, place });
      if (meant !== undefined) misspelt.add(meant);
      return {
        message: `${tool.name} has no parameter ${place.decoding.show(member(place.path, name))}`,
        ...(meant === undefined ? {} : { hint: `did you mean "${meant}"?` }),
      };
    });
  }
  for (const name of names.missing) {
    // It came under a wrong name, which is said already.
    if (misspelt.has(name)) continue;
    const came = names.members.get(name) === null ? ", but null came" : "";
    problems.add(() => ({
      message: `${showPath(member(place.path, name))} is required${came}`,
      required: schema.required.map((required) => member(place.pattern, required)),
    }));
  }
}

/** The parameter a wrong name most likely stands for: one that was not given, before one that was. */
function meantBy(
  name: string,
  { members, unknown, missing }: Names,
  { schema, place }: { readonly schema: ObjectSchema; readonly place: Place },
): string | undefined {
  const known = Object.keys(schema.properties);
  const free = known.filter((candidate) => !members.has(candidate));
  const aliases = new Map(
    aliasesAt(place.decoding.tool, place.pattern).map((alias) => [alias.name, alias.real]),
  );
  const near = nearestName(name, free) ?? aliases.get(nearestName(name, aliases.keys()) ?? "");
  if (near !== undefined && !members.has(near)) return near;
  // One name too much and one too little: they belong together.
  if (unknown.length === 1 && missing.length === 1) return missing[0];
  return nearestName(name, known);
}
