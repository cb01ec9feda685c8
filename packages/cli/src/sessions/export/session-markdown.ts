import type { Message } from "@wield/core";
import { shownTime } from "../../terminal/times.ts";
import type { ExportedSession } from "./exported-session.ts";

/** A conversation for people: what was said, and calls with their results folded in. */
export function sessionMarkdown({ id, title, workspaceRoot, events }: ExportedSession): string {
  const removed = new Set(events.flatMap(({ event }) => (event.kind === "removed" ? event.messageIds : [])));
  const parts = events.flatMap(({ at, event }) =>
    event.kind === "message" && !removed.has(event.message.id) ? [messageMarkdown(event.message, at)] : [],
  );
  const head = `# ${title === "" ? id : title}\n\n- session: ${id}\n- folder: ${workspaceRoot}`;
  return `${[head, ...parts].join("\n\n")}\n`;
}

function messageMarkdown(message: Message, at: number): string {
  const time = shownTime(at);
  switch (message.role) {
    case "user": {
      const who = message.origin === "person" ? "Person" : "Wield";
      const parts = message.parts.map((part) =>
        part.kind === "text" ? part.text : `(a picture, ${part.image.mediaType})`,
      );
      return `## ${who} · ${time}\n\n${parts.join("\n\n")}`;
    }
    case "assistant": {
      const parts = message.parts.flatMap((part): readonly string[] => {
        if (part.kind === "text") return part.text.trim() === "" ? [] : [part.text];
        if (part.kind === "reasoning") return [];
        return [`**${part.tool}**\n\n${fenced(part.rawInput, "json")}`];
      });
      return `## ${message.model} · ${time}\n\n${parts.join("\n\n")}`;
    }
    case "result":
      return `### ${message.tool}: ${message.status}\n\n${fenced(message.text, "")}`;
  }
}

/** A fence that is longer than any in the text. */
function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text.replace(/\n$/, "")}\n${fence}`;
}
