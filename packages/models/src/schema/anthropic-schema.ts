import { flattenRoot } from "./flatten-root.ts";
import { inlineReferences } from "./inline-references.ts";
import type { RawSchema } from "./raw-schema.ts";

/** Our own schemas pass unchanged; of others the root becomes one object without references. */
export function anthropicSchema(schema: RawSchema): RawSchema {
  return flattenRoot(inlineReferences(schema));
}
