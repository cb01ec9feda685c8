import type { Message } from "@wield/core";

const NOTE = "[left out: the provider refused this content]";

/** Messages whose content a provider refused: images first, else what came since it last answered. */
export function findRefused(
  messages: readonly Message[],
  answeredUpTo: string | undefined,
): readonly string[] {
  const withImages = messages.filter(holdsImage);
  if (withImages.length > 0) return withImages.map(({ id }) => id);
  const newest = messages.slice(messages.findIndex(({ id }) => id === answeredUpTo) + 1);
  const results = newest.filter(({ role }) => role === "result");
  const suspects = results.length > 0 ? results : newest.filter(({ role }) => role === "user");
  return suspects.map(({ id }) => id);
}

/** The same history with a note in the place of what was refused. */
export function leaveOut(messages: readonly Message[], refused: ReadonlySet<string>): readonly Message[] {
  if (refused.size === 0) return messages;
  return messages.map((message) => (refused.has(message.id) ? noted(message) : message));
}

function noted(message: Message): Message {
  switch (message.role) {
    case "assistant":
      return message;
    case "result": {
      const { images, ...rest } = message;
      return images === undefined ? { ...rest, text: NOTE } : { ...rest, text: `${message.text}\n${NOTE}` };
    }
    case "user": {
      const kept = message.parts.filter(({ kind }) => kind !== "image");
      const parts = holdsImage(message) ? kept : [];
      return { ...message, parts: [...parts, { kind: "text", text: NOTE }] };
    }
  }
}

function holdsImage(message: Message): boolean {
  if (message.role === "result") return (message.images?.length ?? 0) > 0;
  return message.role === "user" && message.parts.some(({ kind }) => kind === "image");
}
