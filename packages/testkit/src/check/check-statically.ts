import type { ToolDefinition } from "@wield/core";
import { checkContract } from "./check-contract.ts";
import { checkPrice } from "./check-price.ts";
import { checkProviders } from "./check-providers.ts";
import type { Remark } from "./finding.ts";

/** The checks that need no call: contract, providers and price. */
export function checkStatically(tool: ToolDefinition): readonly Remark[] {
  return [...checkContract(tool), ...checkProviders(tool), checkPrice(tool)];
}
