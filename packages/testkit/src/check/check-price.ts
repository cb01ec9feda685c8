import { tokenPrice, type ToolDefinition } from "@wield/core";
import type { Remark } from "./finding.ts";

/** Tokens above which a tool is worth shortening. */
const DEAR_TOKENS = 600;

/** What a model carries of the tool on every step, in tokens. */
export function checkPrice(tool: ToolDefinition): Remark {
  const price = tokenPrice(tool);
  const isDear = price > DEAR_TOKENS;
  return {
    check: "price",
    severity: isDear ? "warn" : "info",
    message: isDear
      ? `${price} tokens on every step; above ${DEAR_TOKENS}: shorten descriptions or move examples out of them`
      : `${price} tokens`,
  };
}
