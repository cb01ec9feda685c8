import { cutPoint } from "@wield/core";
import type { SessionEvent, SessionSummary } from "@wield/core";
import type { SessionHeader } from "./record-codec.ts";

const MOST_TITLE_CHARACTERS = 80;

/** What a list shows of a session, from its log. */
export function summarize(
  id: string,
  header: SessionHeader | undefined,
  events: readonly { readonly at: number; readonly event: SessionEvent }[],
): SessionSummary {
  const gone = removedIds(events);
  let title: string | undefined;
  let firstText: string | undefined;
  let messageCount = 0;
  let updatedAt = header?.createdAt ?? events[0]?.at ?? 0;
  for (const { at, event } of events) {
    updatedAt = Math.max(updatedAt, at);
    if (event.kind === "title") title = event.title;
    if (event.kind !== "message" || gone.has(event.message.id)) continue;
    messageCount += 1;
    if (firstText === undefined && event.message.role === "user" && event.message.origin === "person") {
      firstText = textOf(event.message);
    }
  }
  return {
    id,
    title: clip(title ?? firstText ?? ""),
    workspaceRoot: header?.workspaceRoot ?? "",
    ...(header?.parentId === undefined ? {} : { parentId: header.parentId }),
    createdAt: header?.createdAt ?? events[0]?.at ?? 0,
    updatedAt,
    messageCount,
  };
}

/** Ids of messages that are no longer part of the conversation. */
export function removedIds(events: readonly { readonly event: SessionEvent }[]): ReadonlySet<string> {
  return new Set(events.flatMap(({ event }) => (event.kind === "removed" ? event.messageIds : [])));
}

/** The text of a message, parts apart by line breaks; without thinking, calls and pictures. */
export function textOf(message: Extract<SessionEvent, { kind: "message" }>["message"]): string {
  if (message.role === "result") return message.text;
  return message.parts.flatMap((part) => (part.kind === "text" ? [part.text] : [])).join("\n");
}

/** One line, 80 characters at most. */
function clip(text: string): string {
  const line = text
    .slice(0, 4 * MOST_TITLE_CHARACTERS)
    .replaceAll(/\s+/g, " ")
    .trim();
  if (line.length <= MOST_TITLE_CHARACTERS) return line;
  return `${line.slice(0, cutPoint(line, MOST_TITLE_CHARACTERS - 1))}…`;
}
