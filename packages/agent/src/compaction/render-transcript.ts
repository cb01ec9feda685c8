import { cutPoint, type Message } from "@wield/core";

const MOST_RESULT_CHARACTERS = 2000;
const MOST_TEXT_CHARACTERS = 8000;

/** Messages as text for a model that is to summarise them, at most so many characters: the middle goes first. */
export function renderTranscript(messages: readonly Message[], maxCharacters: number): string {
  const blocks = messages.map(render).filter((block) => block !== "");
  const whole = blocks.join("\n\n").toWellFormed();
  return clip(whole, maxCharacters);
}

function render(message: Message): string {
  if (message.role === "result") {
    return `RESULT of ${message.tool} (${message.status}): ${clip(message.text, MOST_RESULT_CHARACTERS)}`;
  }
  const who = message.role === "assistant" ? "AGENT" : message.origin === "person" ? "PERSON" : "WIELD";
  const lines: string[] = [];
  for (const part of message.parts) {
    if (part.kind === "text") lines.push(clip(part.text, MOST_TEXT_CHARACTERS));
    else if (part.kind === "image") lines.push("[image]");
    else if (part.kind === "call")
      lines.push(`CALL ${part.tool} ${clip(part.rawInput, MOST_RESULT_CHARACTERS)}`);
  }
  return lines.length === 0 ? "" : `${who}: ${lines.join("\n")}`;
}

function clip(text: string, most: number): string {
  if (text.length <= most) return text;
  const head = cutPoint(text, Math.floor((most * 2) / 3));
  const tail = cutPoint(text, text.length - Math.floor(most / 3));
  return `${text.slice(0, head)}\n… ${tail - head} characters left out …\n${text.slice(tail)}`;
}
