import * as z from "zod";
import { isJsonObject } from "../contract/json.ts";
import type { SchemaSource } from "../contract/tool-definition.ts";
import { normaliseSchema, SchemaFault } from "./normalise-schema.ts";
import type { ToolSchema } from "./tool-schema.ts";

/** The published schema of a tool's `input` or `output`. Throws `SchemaFault`. */
export function schemaFromSource(source: SchemaSource, role: "input" | "output"): ToolSchema {
  const json = isZodSchema(source) ? jsonOfZod(source, role) : source;
  if (!isJsonObject(json)) throw new SchemaFault("", "must be a strict zod object or a JSON Schema object");
  return normaliseSchema(json, { isOutput: role === "output" });
}

function isZodSchema(source: SchemaSource): source is z.ZodObject {
  return typeof source === "object" && source !== null && "_zod" in source;
}

function jsonOfZod(source: z.ZodObject, role: "input" | "output"): unknown {
  if (role === "input") refuseHiddenRules(source, "");
  try {
    return JSON.parse(
      JSON.stringify(z.toJSONSchema(source, { io: role, reused: "inline", cycles: "throw" })),
    );
  } catch (error) {
    throw new SchemaFault(
      "",
      `cannot be written as JSON Schema: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** A rule that JSON Schema does not show would never be told to a model, so it may not be there. */
function refuseHiddenRules(schema: z.core.$ZodType, path: string): void {
  const definition = schema._zod.def;
  for (const check of definition.checks ?? []) {
    const kind = check._zod.def.check;
    if (kind === "custom" || kind === "overwrite") {
      throw new SchemaFault(path, "uses a refinement or a change of the value; do that inside run");
    }
  }
  if (schema instanceof z.ZodObject) {
    for (const [name, member] of Object.entries(schema.shape)) {
      refuseHiddenRules(member as z.core.$ZodType, path === "" ? name : `${path}.${name}`);
    }
  } else if (schema instanceof z.ZodArray) {
    refuseHiddenRules(schema.element as z.core.$ZodType, `${path}[]`);
  } else if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodNullable
  ) {
    refuseHiddenRules(schema.unwrap() as z.core.$ZodType, path);
  } else if (
    schema instanceof z.ZodPipe ||
    schema instanceof z.ZodTransform ||
    schema instanceof z.ZodPreprocess
  ) {
    throw new SchemaFault(path, "uses a transform; do that inside run");
  }
}
