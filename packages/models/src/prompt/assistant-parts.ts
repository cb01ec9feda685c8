import type {
  LanguageModelV4ReasoningPart,
  LanguageModelV4TextPart,
  LanguageModelV4ToolCallPart,
  SharedV4ProviderOptions,
} from "@ai-sdk/provider";
import { isJsonObject, type AssistantMessage, type CallPart, type Json, type JsonObject } from "@wield/core";
import type { PromptContext } from "./prompt-context.ts";
import { wireName } from "./tool-names.ts";

export type AssistantPart =
  | LanguageModelV4TextPart
  | LanguageModelV4ReasoningPart
  | LanguageModelV4ToolCallPart;

interface AssistantContext extends PromptContext {
  /** As the provider is told the id. */
  readonly idOf: (callId: string) => string;
}

/** An answer as it goes back: thinking to the provider that made it only, calls with arguments that are an object. */
export function assistantParts(
  message: AssistantMessage,
  context: AssistantContext,
): readonly AssistantPart[] {
  const { facts, family, isWithoutReasoning } = context;
  return message.parts.flatMap((part): AssistantPart[] => {
    switch (part.kind) {
      case "text":
        return part.text.trim() === "" ? [] : [{ type: "text", text: part.text.toWellFormed() }];
      case "reasoning": {
        if (part.provider !== facts.provider || isWithoutReasoning) return [];
        const own = ownOptions(part.opaque);
        if (own === undefined && !family.takesPlainReasoning) return [];
        return [
          {
            type: "reasoning",
            text: part.text.toWellFormed(),
            ...(own === undefined ? {} : { providerOptions: own }),
          },
        ];
      }
      case "call":
        return [callPart(part, context)];
    }
  });
}

function callPart(
  call: CallPart,
  { facts, idOf, isWithoutReasoning }: AssistantContext,
): LanguageModelV4ToolCallPart {
  const own = call.provider === facts.provider && !isWithoutReasoning ? ownOptions(call.opaque) : undefined;
  return {
    type: "tool-call",
    toolCallId: idOf(call.callId),
    toolName: wireName(call.tool),
    input: inputOf(call.rawInput),
    ...(own === undefined ? {} : { providerOptions: own }),
  };
}

/** Arguments that are no object were answered as such; the provider is told none. */
function inputOf(rawInput: string): JsonObject {
  try {
    const given: unknown = JSON.parse(rawInput, (_key, value: unknown) =>
      typeof value === "string" ? value.toWellFormed() : value,
    );
    return isJsonObject(given) ? given : {};
  } catch {
    return {};
  }
}

function ownOptions(opaque: Json | undefined): SharedV4ProviderOptions | undefined {
  return isJsonObject(opaque) ? (opaque as SharedV4ProviderOptions) : undefined;
}
