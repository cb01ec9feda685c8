import type { Json } from "../contract/json.ts";
import { renderOutcome } from "../text/render-outcome.ts";
import { activeCards, callThrough, type ToolCaller } from "./tool-caller.ts";

export interface AiSdkTool<Schema> {
  readonly description: string;
  /** Arguments are checked by the pipeline, not there. */
  readonly inputSchema: Schema;
  /** Resolves with what a model reads, of failures too. */
  readonly execute: (
    input: unknown,
    options?: { readonly abortSignal?: AbortSignal | undefined },
  ) => Promise<string>;
}

/**
 * The active tools for `generateText` and `streamText` of the AI SDK, whose `jsonSchema` makes the schemas. Each call
 * takes the one path.
 */
export function toAiSdkTools<Schema>(
  caller: ToolCaller,
  jsonSchema: (schema: never) => Schema,
): Record<string, AiSdkTool<Schema>> {
  const tools: Record<string, AiSdkTool<Schema>> = {};
  for (const { name, description, schema } of activeCards(caller)) {
    tools[name] = {
      description,
      // It takes any JSON Schema; which type of it depends on the version of the SDK.
      inputSchema: jsonSchema(schema as never),
      execute: async (input, { abortSignal } = {}) =>
        renderOutcome(
          await callThrough(caller, {
            tool: name,
            input: (input ?? {}) as Json,
            ...(abortSignal === undefined ? {} : { signal: abortSignal }),
          }),
        ),
    };
  }
  return tools;
}
