import type { Json } from "../contract/json.ts";
import type { ToolCard } from "../contract/card.ts";
import { renderOutcome } from "../text/render-outcome.ts";
import { activeCards, callThrough, type ToolCaller } from "./tool-caller.ts";

/** The mark by which the AI SDK knows a schema, whichever copy of it made it. */
const SCHEMA_MARK: unique symbol = Symbol.for("vercel.ai.schema") as never;

/** A JSON schema as the AI SDK (5 and later) takes it. Arguments are checked by the pipeline, not there. */
export interface AiSdkSchema {
  readonly [SCHEMA_MARK]: true;
  readonly _type: undefined;
  readonly jsonSchema: ToolCard["schema"];
  readonly validate: undefined;
}

export interface AiSdkTool {
  readonly description: string;
  readonly inputSchema: AiSdkSchema;
  /** Resolves with what a model reads, of failures too. */
  readonly execute: (input: unknown, options?: { readonly abortSignal?: AbortSignal }) => Promise<string>;
}

/** The active tools for `generateText` and `streamText` of the AI SDK. Each call takes the one path. */
export function toAiSdkTools(caller: ToolCaller): Readonly<Record<string, AiSdkTool>> {
  const tools: Record<string, AiSdkTool> = {};
  for (const { name, description, schema } of activeCards(caller)) {
    tools[name] = {
      description,
      inputSchema: { [SCHEMA_MARK]: true, _type: undefined, jsonSchema: schema, validate: undefined },
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
