import type * as z from "zod";
import { copyJson, isJsonObject } from "../contract/json.ts";
import type { SchemaSource } from "../contract/tool-definition.ts";
import { normaliseSchema } from "./normalise-schema.ts";
import { refuseHiddenRules } from "./refuse-hidden-rules.ts";
import { SchemaFault } from "./schema-fault.ts";
import type { ToolSchema } from "./tool-schema.ts";
import { messageOf } from "../text/message-of.ts";

/** The published schema of a tool's `input` or `output`. Throws `SchemaFault`. */
export function schemaFromSource(source: SchemaSource, role: "input" | "output"): ToolSchema {
  const json = copyJson(isZodSchema(source) ? jsonOfZod(source, role) : source);
  if (!isJsonObject(json)) throw new SchemaFault("", "must be a strict zod object or a JSON Schema object");
  return normaliseSchema(json, { isOutput: role === "output" });
}

/** Also of another copy of the library: what is read of it is the same. */
function isZodSchema(source: SchemaSource): source is z.ZodObject {
  return typeof source === "object" && source !== null && "_zod" in source;
}

function jsonOfZod(source: z.ZodObject, role: "input" | "output"): unknown {
  refuseHiddenRules(source, role);
  try {
    // The schema's own method: loading zod costs more than the rest of a short command.
    const json = source.toJSONSchema({ io: role, reused: "inline", cycles: "throw" });
    return JSON.parse(JSON.stringify(json));
  } catch (error) {
    throw new SchemaFault("", `cannot be written as JSON Schema: ${messageOf(error)}`);
  }
}
