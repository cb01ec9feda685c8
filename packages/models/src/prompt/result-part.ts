import type { LanguageModelV4ToolResultOutput, LanguageModelV4ToolResultPart } from "@ai-sdk/provider";
import type { ModelFacts, ResultMessage } from "@wield/core";
import type { Family } from "../families/family.ts";
import { imageLine } from "./image.ts";
import { wireName } from "./tool-names.ts";

export type ResultPart = LanguageModelV4ToolResultPart;

interface ResultContext {
  readonly family: Family;
  readonly facts: ModelFacts;
  /** As the provider knows the call. */
  readonly id: string;
}

/** The result of a call: its text, and its images where a result can hold them. */
export function resultPart(message: ResultMessage, context: ResultContext): ResultPart {
  return {
    type: "tool-result",
    toolCallId: context.id,
    toolName: wireName(message.tool),
    output: outputOf(message, context),
  };
}

function outputOf(message: ResultMessage, { family, facts }: ResultContext): LanguageModelV4ToolResultOutput {
  const images = message.images ?? [];
  const text = textOf(message, facts);
  if (images.length > 0 && family.takesImagesInResults && facts.canSeeImages) {
    return {
      type: "content",
      value: [
        { type: "text", text },
        ...images.map(({ mediaType, bytes }) => ({
          type: "file" as const,
          mediaType,
          data: { type: "data" as const, data: bytes },
        })),
      ],
    };
  }
  return message.status === "ok" ? { type: "text", value: text } : { type: "error-text", value: text };
}

function textOf({ text, images = [] }: ResultMessage, { canSeeImages }: ModelFacts): string {
  const lines = canSeeImages ? [] : images.map(imageLine);
  const whole = [...(text.trim() === "" ? [] : [text.toWellFormed()]), ...lines].join("\n");
  return whole === "" ? "(no output)" : whole;
}
