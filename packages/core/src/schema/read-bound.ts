import { isJsonObject, type Json, type JsonObject } from "../contract/json.ts";
import { BOUND_KEY } from "../contract/bounded.ts";
import { SchemaFault } from "./schema-fault.ts";
import type { LenientBound } from "./tool-schema.ts";

const BOUND_FIELDS = ["min", "max", "outside"];

/** The lenient bound that stands in a parameter's source, if any. Throws `SchemaFault` for one that cannot hold. */
export function readBound(source: JsonObject, path: string): LenientBound | undefined {
  const given = source[BOUND_KEY];
  if (given === undefined) return undefined;
  const must = (isMet: boolean, rule: string): void => {
    if (!isMet) throw new SchemaFault(path, rule);
  };
  const isWhole = source["type"] === "integer";
  must(isWhole || source["type"] === "number", "is bounded, but no number");
  must(
    !["minimum", "maximum"].some((keyword) => refusesMore(source[keyword], isWhole)),
    "is bounded and has a minimum or maximum; a bound either answers or refuses",
  );
  const bound: JsonObject = isJsonObject(given) ? given : {};
  must(
    Object.keys(bound).every((field) => BOUND_FIELDS.includes(field)),
    `has a bound with other fields than ${BOUND_FIELDS.join(", ")}`,
  );
  const { min, max, outside } = bound;
  must(
    isLimit(min, isWhole) && isLimit(max, isWhole),
    `has a bound that is no ${isWhole ? "whole " : ""}number`,
  );
  must(min !== undefined || max !== undefined, "is bounded without min and max");
  must(!(typeof min === "number" && typeof max === "number" && min > max), "has a bound with min above max");
  if (outside !== "default" && outside !== "clamp")
    throw new SchemaFault(path, 'is bounded with neither "default" nor "clamp"');
  const fallback = source["default"];
  const isOutside =
    typeof fallback === "number" &&
    ((typeof min === "number" && fallback < min) || (typeof max === "number" && fallback > max));
  must(!isOutside, "has a default outside its own bound");
  return Object.freeze({
    ...(typeof min === "number" ? { min } : {}),
    ...(typeof max === "number" ? { max } : {}),
    outside,
  });
}

/** The edge of the safe integers only means "any integer". */
function refusesMore(limit: Json | undefined, isWhole: boolean): boolean {
  return limit !== undefined && !(isWhole && Math.abs(Number(limit)) === Number.MAX_SAFE_INTEGER);
}

function isLimit(limit: Json | undefined, isWhole: boolean): boolean {
  return limit === undefined || (typeof limit === "number" && (!isWhole || Number.isSafeInteger(limit)));
}
