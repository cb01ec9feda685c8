import { renderOutcome } from "../text/render-outcome.ts";
import { activeCards, callThrough, type ToolCaller } from "./tool-caller.ts";

/** One entry of `tools` in a chat completion request. */
export interface OpenAiTool {
  readonly type: "function";
  readonly function: {
    readonly name: string;
    readonly description: string;
    readonly parameters: Record<string, unknown>;
  };
}

/** One entry of `tool_calls` in an answer. */
export interface OpenAiToolCall {
  readonly id: string;
  readonly function: { readonly name: string; readonly arguments: string };
}

/** The message that answers a call. Images are named, since such a message holds text only. */
export interface OpenAiToolMessage {
  readonly role: "tool";
  readonly tool_call_id: string;
  readonly content: string;
}

export interface OpenAiTools {
  /** For `tools` of a request. */
  readonly tools: OpenAiTool[];
  /** Carries a call out on the one path. */
  execute(call: OpenAiToolCall, signal?: AbortSignal): Promise<OpenAiToolMessage>;
}

/** The active tools in the form of the OpenAI chat completion interface, and the way to carry out their calls. */
export function toOpenAiTools(caller: ToolCaller): OpenAiTools {
  return {
    tools: activeCards(caller).map(({ name, description, schema }) => ({
      type: "function",
      function: { name, description, parameters: { ...schema } },
    })),
    execute: async ({ id, function: { name, arguments: input } }, signal) => {
      const outcome = await callThrough(caller, {
        tool: name,
        input,
        ...(signal === undefined ? {} : { signal }),
      });
      const images = outcome.status === "ok" ? outcome.blocks : [];
      const lines = images.map(({ mediaType }) => `[image: ${mediaType}]`);
      return { role: "tool", tool_call_id: id, content: [renderOutcome(outcome), ...lines].join("\n") };
    },
  };
}
