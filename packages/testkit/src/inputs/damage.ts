import type { Json, ObjectSchema, ParameterSchema } from "@wield/core";
import { isObject, placesIn, valueAt, withValueAt, type PlaceInValue } from "./place-in-value.ts";

/** Ways to spoil a valid value a little, as models and programs do. */
export const DAMAGES = [
  "missing",
  "unknown",
  "misspelt",
  "wrong_type",
  "out_of_bounds",
  "null",
  "as_text",
  "other_case",
  "alone",
  "wrapped",
  "alias",
] as const;

type Damage = (typeof DAMAGES)[number];

export interface DamagePlan {
  readonly damage: Damage;
  /** Chooses the place and the variant. */
  readonly choice: number;
}

/** The value with one damage in one place. Where the plan does not fit, another place or nothing is damaged. */
export function damageValue(
  value: Json,
  schema: ObjectSchema,
  plan: DamagePlan & { readonly aliases: Readonly<Record<string, string>> },
): Json {
  const fitting = placesIn(value, schema).filter((place) => canTake(value, place, plan.damage));
  const place = pick(fitting, plan.choice);
  if (place === undefined) return value;
  const old = valueAt(value, place.steps);
  const variant = Math.floor(plan.choice / 7);
  switch (plan.damage) {
    case "missing":
      return withValueAt(value, place.steps, undefined);
    case "unknown":
      return addMember(value, place, ["extra", "constructor", "filename", ""][variant % 4] ?? "extra", "x");
    case "misspelt":
      return renameMember(value, place, misspell(lastName(place), variant));
    case "alias":
      return useAlias(value, place, plan.aliases);
    case "wrong_type":
      return withValueAt(value, place.steps, otherType(place.schema, variant));
    case "out_of_bounds":
      return withValueAt(value, place.steps, outOfBounds(place.schema, variant));
    case "null":
      return withValueAt(value, place.steps, null);
    case "as_text":
      return withValueAt(value, place.steps, typeof old === "string" ? old : JSON.stringify(old));
    case "other_case":
      return withValueAt(value, place.steps, String(old).toUpperCase());
    case "alone":
      return withValueAt(value, place.steps, Array.isArray(old) ? (old[0] as Json) : old);
    case "wrapped":
      return withValueAt(value, place.steps, variant % 2 === 0 ? [old ?? null] : { value: old ?? null });
  }
}

function canTake(value: Json, place: PlaceInValue, damage: Damage): boolean {
  const isRoot = place.steps.length === 0;
  const here = valueAt(value, place.steps);
  if (here === undefined) return damage === "null";
  switch (damage) {
    case "unknown":
      return isObject(here);
    case "missing":
      return !isRoot;
    case "misspelt":
    case "alias":
      return typeof place.steps.at(-1) === "string";
    case "other_case":
      return place.schema.type === "string" && place.schema.enum !== undefined;
    case "alone":
      return Array.isArray(here) && here.length > 0;
    default:
      return !isRoot;
  }
}

function lastName(place: PlaceInValue): string {
  return String(place.steps.at(-1) ?? "");
}

function misspell(name: string, variant: number): string {
  const spellings = [
    name.slice(0, -1),
    `${name}s`,
    name.replaceAll("_", ""),
    name.replaceAll("_", "-"),
    name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    name.toUpperCase(),
    ` ${name}`,
    name.length > 1 ? `${name[1]}${name[0]}${name.slice(2)}` : `${name}x`,
  ];
  return spellings[variant % spellings.length] ?? name;
}

function renameMember(value: Json, place: PlaceInValue, name: string): Json {
  const old = valueAt(value, place.steps);
  const without = withValueAt(value, place.steps, undefined);
  return withValueAt(without, [...place.steps.slice(0, -1), name], old);
}

function addMember(value: Json, place: PlaceInValue, name: string, member: Json): Json {
  return withValueAt(value, [...place.steps, name], member);
}

/** Uses a declared misspelling of this very parameter; without one, `file_` stands before the name. */
function useAlias(value: Json, place: PlaceInValue, aliases: Readonly<Record<string, string>>): Json {
  const prefix = place.steps
    .slice(0, -1)
    .map((step) => (typeof step === "number" ? "[]" : `.${step}`))
    .join("")
    .slice(1);
  const name = lastName(place);
  const declared = Object.entries(aliases).find(
    ([alias, real]) => real === name && alias.slice(0, Math.max(0, alias.lastIndexOf("."))) === prefix,
  );
  const alias = declared?.[0];
  return renameMember(value, place, alias?.slice(alias.lastIndexOf(".") + 1) ?? `file_${name}`);
}

const JUNK: readonly Json[] = ["text", "5", 5, 5.5, true, [], {}, ["x"], { a: 1 }, "", -1];

function otherType(schema: ParameterSchema, variant: number): Json {
  const others = JUNK.filter((junk) => kindOf(junk) !== schema.type);
  return others[variant % others.length] ?? null;
}

function kindOf(value: Json): string {
  if (Array.isArray(value)) return "array";
  return Number.isInteger(value) ? "integer" : typeof value;
}

function outOfBounds(schema: ParameterSchema, variant: number): Json {
  const isLow = variant % 2 === 0;
  switch (schema.type) {
    case "integer":
    case "number": {
      const far = [-1, 0, -1e15, 1e15, 1e308, 2 ** 53, 0.5, Number.MIN_VALUE];
      if (isLow && schema.minimum !== undefined) return schema.minimum - 1;
      if (!isLow && schema.maximum !== undefined) return schema.maximum + 1;
      return far[variant % far.length] ?? 0;
    }
    case "string":
      return isLow ? "" : "x".repeat(Math.min((schema.maxLength ?? 5000) + 1, 100_000));
    case "array":
      return isLow ? [] : Array.from({ length: Math.min((schema.maxItems ?? 200) + 1, 2000) }, () => "x");
    default:
      return variant;
  }
}

function pick<Item>(items: readonly Item[], choice: number): Item | undefined {
  return items.length === 0 ? undefined : items[choice % items.length];
}
