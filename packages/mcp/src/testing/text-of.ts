import type { CallToolResult } from "@modelcontextprotocol/server";

/** The text parts of a result, one after the other. */
export function textOf(result: CallToolResult | undefined): string {
  return (result?.content ?? []).map((part) => ("text" in part ? part.text : "")).join("\n");
}
