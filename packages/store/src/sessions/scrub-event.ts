import type { Message, Scrubber, SessionEvent } from "@wield/core";
import { parseJson } from "../home/json-fields.ts";

/** The event with secrets masked wherever text of people, models and tools stands; ids and kinds stay as they are. */
export function scrubEvent(event: SessionEvent, scrubber: Scrubber): SessionEvent {
  switch (event.kind) {
    case "message":
      return { ...event, message: scrubMessage(event.message, scrubber) };
    case "summary":
      return { ...event, text: scrubber.text(event.text) };
    case "title":
      return { ...event, title: scrubber.text(event.title) };
    case "todo":
      return {
        ...event,
        items: event.items.map((item) => ({ ...item, content: scrubber.text(item.content) })),
      };
    case "goal":
      return { ...event, goal: scrubber.json(event.goal) };
    case "task":
      return { ...event, prompt: scrubber.text(event.prompt) };
    case "removed":
    case "setting":
    case "turn_started":
    case "turn_ended":
      return event;
  }
}

function scrubMessage(message: Message, scrubber: Scrubber): Message {
  switch (message.role) {
    case "user":
      return {
        ...message,
        parts: message.parts.map((part) =>
          part.kind === "text" ? { ...part, text: scrubber.text(part.text) } : part,
        ),
      };
    case "assistant":
      return { ...message, parts: message.parts.map((part) => scrubPart(part, scrubber)) };
    case "result":
      return { ...message, text: scrubber.text(message.text) };
  }
}

type AssistantPart = Extract<Message, { role: "assistant" }>["parts"][number];

function scrubPart(part: AssistantPart, scrubber: Scrubber): AssistantPart {
  switch (part.kind) {
    case "text":
      return { ...part, text: scrubber.text(part.text) };
    case "reasoning": {
      const text = scrubber.text(part.text);
      if (text !== part.text) {
        // Its signature is no longer that of this text, and would have the provider refuse the whole request.
        return { kind: "reasoning", text, provider: part.provider };
      }
      return part.opaque === undefined ? part : { ...part, opaque: scrubber.json(part.opaque) };
    }
    case "call": {
      const rawInput = scrubInput(part.rawInput, scrubber);
      return part.opaque === undefined
        ? { ...part, rawInput }
        : { ...part, rawInput, opaque: scrubber.json(part.opaque) };
    }
  }
}

/** In JSON text a secret can hide behind escapes, so what it stands for is looked at. */
function scrubInput(rawInput: string, scrubber: Scrubber): string {
  const masked = scrubber.text(rawInput);
  if (!masked.includes("\\")) return masked;
  const parsed = parseJson(masked);
  if (parsed === undefined) return masked;
  const before = JSON.stringify(parsed);
  const after = JSON.stringify(scrubber.json(JSON.parse(before)));
  return after === before ? masked : after;
}
