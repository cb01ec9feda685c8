import type { ToolDefinition } from "@wield/core";
import { checkContract } from "./check-contract.ts";
import { checkPrice } from "./check-price.ts";
import { checkProviders } from "./check-providers.ts";
import type { Remark } from "./finding.ts";

/** The checks that need no call: contract, providers and price. */
export function checkStatically(tool: ToolDefinition): readonly Remark[] {
  return [...checkContract(tool), ...checkProviders(tool), checkPrice(tool)];
}

/** Services that reach out of the machine. */
const CONNECTING = ["network", "search", "browser", "servers", "models", "mcp"];

/** Services the check's host has. */
const PROVIDED = ["files", "outputs", "catalog"];

/** Why the tool's calls are not made by the check, as a sentence; nothing when they are. */
export function whyNotRun(tool: ToolDefinition): string | undefined {
  const connecting = tool.needs.filter((need) => CONNECTING.includes(need));
  if (connecting.length > 0) return `it connects (needs ${connecting.join(", ")})`;
  const missing = tool.needs.filter((need) => !PROVIDED.includes(need));
  if (missing.length > 0) return `the check's host has no ${missing.join(", ")}`;
  return undefined;
}
