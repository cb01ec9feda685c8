import type { Effect } from "../effects/effect.ts";
import type { JsonObject } from "./json.ts";
import type { PreviewContext, RunContext, ToolDefinition, ToolView } from "./tool-definition.ts";

/** The parts of a tool that act. Only the pipeline reaches them. */
export interface ToolBody {
  run(input: JsonObject, context: RunContext & Readonly<Record<string, unknown>>): unknown;
  effects?(input: JsonObject, view: ToolView): readonly Effect[];
  limitMs?(input: JsonObject): number | undefined;
  preview?(input: JsonObject, context: PreviewContext): string | Promise<string>;
}

const bodies = new WeakMap<ToolDefinition, ToolBody>();

export function attachBody(tool: ToolDefinition, body: ToolBody): void {
  bodies.set(tool, body);
}

/** Not exported from the package: a tool's `run` has one way to it. */
export function bodyOf(tool: ToolDefinition): ToolBody {
  const body = bodies.get(tool);
  if (body === undefined)
    throw new TypeError(`"${tool.name}" was not made by defineTool of this copy of the library`);
  return body;
}

/** True for what `defineTool` of the running library returned. */
export function isToolDefinition(candidate: unknown): candidate is ToolDefinition {
  return typeof candidate === "object" && candidate !== null && bodies.has(candidate as ToolDefinition);
}
