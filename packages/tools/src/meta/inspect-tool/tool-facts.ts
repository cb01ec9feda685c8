import { DEFAULT_TOOL_SETTINGS } from "@wield/core";
import type { CatalogEntry } from "@wield/core";
import { outputTable, parameterTable } from "./parameter-table.ts";

/** The whole contract of a tool, for a model or a person to read. */
export function toolFacts({ tool, isActive, reason, origin }: CatalogEntry): string {
  const needs = tool.needs.length === 0 ? "nothing" : tool.needs.join(", ");
  const seconds = (tool.timeoutMs ?? DEFAULT_TOOL_SETTINGS.timeoutMs) / 1000;
  const state = isActive ? "active" : `not active: ${reason ?? "no reason is known"}`;
  const effects = tool.hasEffects ? "declared for each call" : "not declared";
  return [
    [
      `${tool.name} — ${tool.description}`,
      `mutates: ${tool.mutates} · needs: ${needs} · time limit: ${seconds} s · ${state}`,
      `effects: ${effects} · preview: ${tool.hasPreview ? "yes" : "no"} · source: ${origin}`,
    ].join("\n"),
    ...(tool.guidance === undefined ? [] : [tool.guidance]),
    parameterTable(tool.input),
    ...(tool.output === undefined ? [] : [outputTable(tool.output)]),
    ...paragraph(
      tool.examples.map(({ input, note }) =>
        note === undefined
          ? `Example: ${JSON.stringify(input)}`
          : `Example: ${JSON.stringify(input)}   ${note}`,
      ),
    ),
    ...paragraph(Object.entries(tool.codes).map(([code, meaning]) => `Failure ${code}: ${meaning}`)),
  ].join("\n\n");
}

/** One line for a list. */
export function toolLine({ tool, isActive, reason }: CatalogEntry): string {
  const first = /^.*?[.!?](?=\s|$)/s.exec(tool.description)?.[0] ?? tool.description;
  return `${tool.name} — ${first}${isActive ? "" : ` (not active: ${reason ?? "no reason is known"})`}`;
}

function paragraph(lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [lines.join("\n")];
}
