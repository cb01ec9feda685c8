import { flattenRoot, inlineReferences, type JsonObject } from "@wield/core";

/** Our own schemas pass unchanged; of others the root becomes one object without references. */
export function anthropicSchema(schema: JsonObject): JsonObject {
  return flattenRoot(inlineReferences(schema));
}
