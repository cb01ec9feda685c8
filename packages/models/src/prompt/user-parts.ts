import type { LanguageModelV4FilePart, LanguageModelV4TextPart } from "@ai-sdk/provider";
import type { ModelFacts, UserMessage } from "@wield/core";
import { imageFile, imageLine } from "./image.ts";

export type UserPart = LanguageModelV4TextPart | LanguageModelV4FilePart;

/** What a person sent, without blank texts; an image that the model cannot see becomes a line that names it. */
export function userParts(message: UserMessage, facts: ModelFacts): readonly UserPart[] {
  return message.parts.flatMap((part): UserPart[] => {
    if (part.kind === "image")
      return [facts.canSeeImages ? imageFile(part.image) : { type: "text", text: imageLine(part.image) }];
    return part.text.trim() === "" ? [] : [{ type: "text", text: part.text.toWellFormed() }];
  });
}
