import type { z } from "zod";
import type { LenientBound } from "../schema/tool-schema.ts";

/** Key under which a bound travels in a schema's metadata until `defineTool` takes it out. */
export const BOUND_KEY = "x-wield-bound";

/**
 * Declares a number whose bound is answered instead of refused: outside it, the value is replaced by the
 * parameter's default (`"default"`) or by the nearest limit (`"clamp"`), and the result notes it. The bound is
 * not published.
 */
export function bounded<Schema extends z.ZodType<number | undefined, number | undefined>>(
  schema: Schema,
  bound: LenientBound,
): Schema {
  return schema.meta({ ...schema.meta(), [BOUND_KEY]: bound });
}
