import type { CallOutcome } from "../pipeline/call.ts";

const NO_OUTPUT = "(no output)";

/**
 * What a model reads of a call: the text, or the failure's sentence, its hint and what was kept of the output; then
 * the notes, each on a line of its own.
 */
export function renderOutcome(outcome: CallOutcome): string {
  const notes = outcome.notes.map((note) => `… ${note}`);
  if (outcome.status === "ok") return joinLines([isBlank(outcome.text) ? NO_OUTPUT : outcome.text, ...notes]);
  const { message, hint, partialText = "" } = outcome;
  return joinLines([
    message,
    ...(hint === undefined ? [] : [`Hint: ${hint}`]),
    ...(isBlank(partialText) ? [] : [`\n${partialText}`]),
    ...notes,
  ]);
}

function isBlank(text: string): boolean {
  return text.trim() === "";
}

/** A line break between two parts, unless the first one ends with one. */
function joinLines(parts: readonly string[]): string {
  return parts.reduce((text, part) => `${text}${text.endsWith("\n") ? "" : "\n"}${part}`);
}
