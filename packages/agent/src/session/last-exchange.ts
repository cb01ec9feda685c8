import type { UserMessage } from "@wield/core";
import type { ConversationRecord } from "./conversation-record.ts";

export interface Exchange {
  /** What the person said. */
  readonly message: UserMessage;
  readonly text: string;
  /** Of the message and all that followed. */
  readonly messageIds: readonly string[];
}

/** From the newest message of the person that began a turn to the end; turns that began by themselves go with it. */
export function lastExchange({ messages, turnStarts }: ConversationRecord): Exchange | undefined {
  const starts = new Set(turnStarts);
  const index = messages.findLastIndex(
    (message) => message.role === "user" && message.origin === "person" && starts.has(message.id),
  );
  const message = messages[index];
  if (message?.role !== "user") return undefined;
  const text = message.parts.map((part) => (part.kind === "text" ? part.text : "")).join("");
  return { message, text, messageIds: messages.slice(index).map(({ id }) => id) };
}
