import type { ToolDefinition } from "@wield/core";
import type { Remark } from "./finding.ts";
import { providerMisses } from "./provider-rules.ts";

/** Names provider, path and keyword of whatever one of the three families would refuse. */
export function checkProviders(tool: ToolDefinition): readonly Remark[] {
  return providerMisses(tool.name, { ...tool.input.json }).map(({ provider, path, keyword, problem }) => ({
    check: "providers",
    severity: "fail",
    message: `${provider} refuses ${path}: ${keyword} ${problem}`,
  }));
}
