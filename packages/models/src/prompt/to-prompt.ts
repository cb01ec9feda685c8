import type {
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  SharedV4ProviderOptions,
} from "@ai-sdk/provider";
import type { ModelRequest } from "@wield/core";
import type { Family } from "../families/family.ts";
import { assistantParts, type AssistantPart } from "./assistant-parts.ts";
import { mapCallIds } from "./call-ids.ts";
import { imageFile } from "./image.ts";
import type { PromptContext } from "./prompt-context.ts";
import { resultPart, type ResultPart } from "./result-part.ts";
import { userParts, type UserPart } from "./user-parts.ts";

type Draft =
  | { readonly role: "user"; readonly content: UserPart[] }
  | { readonly role: "assistant"; readonly content: AssistantPart[] }
  | { readonly role: "tool"; readonly content: ResultPart[] };

/**
 * A conversation as a provider takes it: roles joined, no empty messages, results right behind their calls, images in
 * a following message where results cannot hold them, and thinking only where it came from.
 */
export function toPrompt(request: ModelRequest, context: PromptContext): LanguageModelV4Prompt {
  const ids = mapCallIds(request.messages, context.family.callIds);
  const drafts: Draft[] = [];
  // Images of results wait until all results of the answer have been told.
  let waiting: UserPart[] = [];
  const idOf = (callId: string): string => ids.get(callId) ?? callId;
  const flush = (): void => {
    if (waiting.length > 0) append(drafts, { role: "user", content: waiting });
    waiting = [];
  };

  for (const message of request.messages) {
    switch (message.role) {
      case "user":
        flush();
        append(drafts, { role: "user", content: [...userParts(message, context.facts)] });
        break;
      case "assistant":
        flush();
        append(drafts, { role: "assistant", content: [...assistantParts(message, { ...context, idOf })] });
        break;
      case "result": {
        append(drafts, {
          role: "tool",
          content: [resultPart(message, { ...context, id: idOf(message.callId) })],
        });
        const images = message.images ?? [];
        if (images.length === 0 || context.family.takesImagesInResults) break;
        if (!context.facts.canSeeImages) break;
        waiting.push(
          {
            type: "text",
            text: `Image${images.length === 1 ? "" : "s"} of ${message.tool} (${idOf(message.callId)}):`,
          },
          ...images.map(imageFile),
        );
        break;
      }
    }
  }
  flush();
  const ordered = context.isSequential ? oneByOne(drafts) : drafts;
  return finish(request.system, bridged(ordered, context.family), context.family);
}

function append(drafts: Draft[], next: Draft): void {
  if (next.content.length === 0) return;
  const last = drafts.at(-1);
  // Answers with calls and their results belong together: only plain text joins them.
  if (last?.role === "user" && next.role === "user") last.content.push(...next.content);
  else if (last?.role === "tool" && next.role === "tool") last.content.push(...next.content);
  else if (last?.role === "assistant" && next.role === "assistant") last.content.push(...next.content);
  else drafts.push(next);
}

/** Each call of an answer with its result, as if they had been asked for one after the other. */
function oneByOne(drafts: readonly Draft[]): readonly Draft[] {
  const ordered: Draft[] = [];
  for (const [index, draft] of drafts.entries()) {
    const results = drafts[index + 1];
    if (draft.role === "tool" && drafts[index - 1]?.role === "assistant") continue;
    if (draft.role !== "assistant" || results?.role !== "tool") {
      ordered.push(draft);
      continue;
    }
    let content: AssistantPart[] = [];
    for (const part of draft.content) {
      content.push(part);
      if (part.type !== "tool-call") continue;
      ordered.push({ role: "assistant", content });
      content = [];
      const result = results.content.find(({ toolCallId }) => toolCallId === part.toolCallId);
      if (result !== undefined) ordered.push({ role: "tool", content: [result] });
    }
    if (content.length > 0) ordered.push({ role: "assistant", content });
  }
  return ordered;
}

function bridged(drafts: readonly Draft[], family: Family): readonly Draft[] {
  if (!family.needsAnswerAfterResults) return drafts;
  return drafts.flatMap((draft, index): Draft[] =>
    draft.role === "user" && drafts[index - 1]?.role === "tool"
      ? [{ role: "assistant", content: [{ type: "text", text: "Understood." }] }, draft]
      : [draft],
  );
}

function finish(system: string, drafts: readonly Draft[], { cacheMark }: Family): LanguageModelV4Prompt {
  const marked: SharedV4ProviderOptions | undefined = cacheMark;
  const mark = marked === undefined ? {} : { providerOptions: marked };
  const inputs = drafts.flatMap(({ role }, index) => (role === "assistant" ? [] : [index])).slice(-2);
  const prompt: LanguageModelV4Message[] = [];
  if (system.trim() !== "") prompt.push({ role: "system", content: system.toWellFormed(), ...mark });
  if (drafts[0] !== undefined && drafts[0].role !== "user")
    prompt.push({ role: "user", content: [{ type: "text", text: "(the conversation goes on)" }] });
  for (const [index, draft] of drafts.entries()) {
    prompt.push(inputs.includes(index) ? { ...draft, ...mark } : draft);
  }
  return prompt;
}
