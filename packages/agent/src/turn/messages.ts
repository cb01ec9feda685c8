import type { AssistantMessage, CallPart, IdSource, ModelAnswer, UserMessage } from "@wield/core";
import type { TurnInput } from "../agent-session.ts";

export function personMessage(input: TurnInput, ids: IdSource): UserMessage {
  const { text, images = [] } = input;
  return {
    role: "user",
    id: ids.next("msg_"),
    origin: "person",
    parts: [
      ...(text === "" ? [] : [{ kind: "text" as const, text }]),
      ...images.map((image) => ({ kind: "image" as const, image })),
    ],
  };
}

/** What Wield itself tells the model. */
export function ownMessage(origin: "guard" | "notice", lines: readonly string[], ids: IdSource): UserMessage {
  return {
    role: "user",
    id: ids.next("msg_"),
    origin,
    parts: [{ kind: "text", text: lines.map((line) => `[wield] ${line}`).join("\n") }],
  };
}

/** An answer as it is stored: calls have ids of our own. Nothing when it has no parts. */
export function assistantMessage(
  parts: ModelAnswer["parts"],
  model: string,
  ids: IdSource,
): AssistantMessage | undefined {
  const kept = parts.filter((part) => part.kind !== "text" || part.text !== "");
  if (kept.length === 0) return undefined;
  return {
    role: "assistant",
    id: ids.next("msg_"),
    model,
    parts: kept.map((part) => (part.kind === "call" ? { ...part, callId: ids.next("call_") } : part)),
  };
}

export function callsOf(message: AssistantMessage | undefined): readonly CallPart[] {
  return message?.parts.filter((part) => part.kind === "call") ?? [];
}

export function textOf(message: AssistantMessage | undefined): string {
  return (message?.parts ?? [])
    .filter((part) => part.kind === "text")
    .map(({ text }) => text)
    .join("");
}
