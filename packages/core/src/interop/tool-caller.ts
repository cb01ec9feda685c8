import type { Json } from "../contract/json.ts";
import { toolCard, type ToolCard } from "../contract/card.ts";
import type { CallOutcome, Conversation, Pipeline } from "../pipeline/call.ts";

/** Where calls of a foreign loop go: a pipeline, and the conversation they belong to. */
export interface ToolCaller {
  readonly pipeline: Pick<Pipeline, "call">;
  /** Asked anew for each call: what a conversation may do can change. */
  readonly conversation: { snapshot(): Conversation };
}

/** Cards of the active tools, sorted by name, guidance in the description: no system prompt carries it here. */
export function activeCards({ conversation }: ToolCaller): readonly Omit<ToolCard, "guidance">[] {
  const { tools } = conversation.snapshot();
  return [...tools.active.values()].map(({ tool }) => {
    const { name, description, schema, guidance } = toolCard(tool, tools);
    return {
      name,
      description: guidance === undefined ? description : `${description}\n\n${guidance}`,
      schema,
    };
  });
}

export interface ForeignCall {
  readonly tool: string;
  readonly input: string | Json;
  readonly signal?: AbortSignal;
}

/** One call on the one path. Never throws for a tool's fault. */
export function callThrough({ pipeline, conversation }: ToolCaller, call: ForeignCall): Promise<CallOutcome> {
  return pipeline.call(call, conversation.snapshot());
}
