import type { CallOutcome, ToolDefinition } from "@wield/core";

/** Services that reach out of the machine. */
const CONNECTING = ["network", "search", "browser", "servers", "models", "mcp"];

/** Services that the pipeline provides on every host. */
const PROVIDED = ["files", "outputs", "catalog"];

/** Services whose absence keeps the check from calling the tool, as a sentence; nothing when none is missing. */
export function missingServices(tool: ToolDefinition, fixtures: readonly string[]): string | undefined {
  const missing = tool.needs.filter((need) => !PROVIDED.includes(need) && !fixtures.includes(need));
  return missing.length === 0 ? undefined : `the check's host has no ${missing.join(", ")}`;
}

/** Why the tool counts as one that connects, by what it needs and by what calls of it would touch; nothing when it is none. */
export function whyConnecting(tool: ToolDefinition, judged: readonly CallOutcome[]): string | undefined {
  const needs = tool.needs.filter((need) => CONNECTING.includes(need));
  if (needs.length > 0) return `it connects (needs ${needs.join(", ")})`;
  const places = judged.flatMap(({ call }) =>
    call.effects.flatMap((effect) => (effect.kind === "connect" ? [`${effect.host}:${effect.port}`] : [])),
  );
  return places.length === 0 ? undefined : `it connects (to ${[...new Set(places)].slice(0, 3).join(", ")})`;
}
