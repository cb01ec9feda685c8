import type { Json } from "../contract/json.ts";
import { renderOutcome } from "../text/render-outcome.ts";
import { activeCards, callThrough, type ToolCaller } from "./tool-caller.ts";

/** One entry of `tools` in a messages request. */
export interface AnthropicTool {
  readonly name: string;
  readonly description: string;
  readonly input_schema: { type: "object"; [key: string]: unknown };
}

/** A `tool_use` block of an answer. */
export interface AnthropicToolUse {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

export type AnthropicResultPart =
  | { readonly type: "text"; readonly text: string }
  | {
      readonly type: "image";
      readonly source: { readonly type: "base64"; readonly media_type: string; readonly data: string };
    };

/** The block that answers a call, for a message of the person. */
export interface AnthropicToolResult {
  readonly type: "tool_result";
  readonly tool_use_id: string;
  readonly content: AnthropicResultPart[];
  readonly is_error?: true;
}

export interface AnthropicTools {
  /** For `tools` of a request. */
  readonly tools: AnthropicTool[];
  /** Carries a call out on the one path. */
  execute(call: AnthropicToolUse, signal?: AbortSignal): Promise<AnthropicToolResult>;
}

/** The active tools in the form of the Anthropic messages interface, and the way to carry out their calls. */
export function toAnthropicTools(caller: ToolCaller): AnthropicTools {
  return {
    tools: activeCards(caller).map(({ name, description, schema }) => ({
      name,
      description,
      input_schema: { ...schema, type: "object" },
    })),
    execute: async ({ id, name, input }, signal) => {
      const outcome = await callThrough(caller, {
        tool: name,
        input: (input ?? {}) as Json,
        ...(signal === undefined ? {} : { signal }),
      });
      const images = outcome.status === "ok" ? outcome.blocks : [];
      return {
        type: "tool_result",
        tool_use_id: id,
        content: [
          { type: "text", text: renderOutcome(outcome) },
          ...images.map(({ mediaType, bytes }) => ({
            type: "image" as const,
            source: { type: "base64" as const, media_type: mediaType, data: bytes.toBase64() },
          })),
        ],
        ...(outcome.status === "ok" ? {} : { is_error: true }),
      };
    },
  };
}
