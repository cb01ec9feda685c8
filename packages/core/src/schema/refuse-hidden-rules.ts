import type * as z from "zod";
import { SchemaFault } from "./schema-fault.ts";

/** Checks that become keywords of JSON Schema, or are refused as keywords. */
const SHOWN_CHECKS: readonly string[] = [
  "less_than",
  "greater_than",
  "multiple_of",
  "number_format",
  "string_format",
  "min_length",
  "max_length",
  "length_equals",
];

const INSTEAD: Readonly<Record<string, string>> = {
  transform: "uses a transform; do that inside run",
  pipe: "uses a transform; do that inside run",
  catch: "uses catch, which would hide a wrong value; leave it out, wrong values are refused",
  nullable: "is nullable; make it optional instead, null counts as not given",
  lazy: "uses lazy, and what refers to itself cannot be published; write out the levels it needs",
  record: "is an open map; say it as a list of {name, value} pairs",
  map: "is an open map; say it as a list of {name, value} pairs",
  union: "is a union, which some providers refuse; say it with an enum or with optional parameters",
};

interface Place {
  readonly role: "input" | "output";
  readonly path: string;
  /** The schemas this one stands in. */
  readonly above: readonly z.core.$ZodType[];
}

/**
 * Refuses what JSON Schema does not show: a rule that is not published would never be told to a model, and calls
 * are judged by what is published alone. Throws `SchemaFault`.
 */
export function refuseHiddenRules(schema: z.core.$ZodType, role: Place["role"]): void {
  walk(schema, { role, path: "", above: [] });
}

function walk(schema: z.core.$ZodType, place: Place): void {
  const { path, role, above } = place;
  if (typeof schema !== "object" || schema === null || !("_zod" in schema))
    throw new SchemaFault(path, "is no zod schema");
  if (above.includes(schema))
    throw new SchemaFault(path, "refers to itself, which cannot be published; write out the levels it needs");
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const inside = (member: z.core.$ZodType, at: string): void =>
    walk(member, { role, path: at, above: [...above, schema] });
  if ((def.checks ?? []).some((check) => !SHOWN_CHECKS.includes(check._zod.def.check)))
    throw new SchemaFault(path, "uses a refinement or a change of the value; do that inside run");
  if ("coerce" in def && def.coerce === true)
    throw new SchemaFault(path, "uses coerce; what can mean only one thing is converted anyway");
  switch (def.type) {
    case "string":
    case "number":
    case "boolean":
      return;
    case "enum":
      return refuseOtherThanStrings(Object.values(def.entries), path);
    case "literal":
      return refuseOtherThanStrings(def.values, path);
    case "object": {
      const rest = def.catchall?._zod.def.type;
      // Inside an output an object may be open.
      if (rest !== "never" && !(rest === "unknown" && role === "output" && path !== ""))
        throw new SchemaFault(path, "must be strict; write z.strictObject");
      for (const [name, member] of Object.entries(def.shape))
        inside(member, path === "" ? name : `${path}.${name}`);
      return;
    }
    case "array":
      return inside(def.element, `${path}[]`);
    case "default":
    case "prefault":
      if (JSON.stringify(def.defaultValue) !== JSON.stringify(def.defaultValue))
        throw new SchemaFault(path, "has a default that differs each time; do that inside run");
      return inside(def.innerType, path);
    case "optional":
    case "nonoptional":
      return inside(def.innerType, path);
    default:
      throw new SchemaFault(path, INSTEAD[def.type] ?? `uses ${def.type}, which cannot be published`);
  }
}

function refuseOtherThanStrings(values: readonly unknown[], path: string): void {
  if (!values.every((value) => typeof value === "string"))
    throw new SchemaFault(path, "has values that are no strings; say it with an enum of strings");
}
