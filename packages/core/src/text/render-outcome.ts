import type { CallOutcome } from "../pipeline/call.ts";

const NO_OUTPUT = "(no output)";

/** What a model reads of a call: the text or the failure's sentence and hint, then the notes, each on its own line. */
export function renderOutcome(outcome: CallOutcome): string {
  const lines: string[] = [];
  if (outcome.status === "ok") {
    lines.push(outcome.text.trim() === "" ? NO_OUTPUT : outcome.text);
  } else {
    lines.push(outcome.message);
    if (outcome.hint !== undefined) lines.push(`Hint: ${outcome.hint}`);
    if (outcome.partialText !== undefined && outcome.partialText.trim() !== "")
      lines.push("", outcome.partialText);
  }
  for (const note of outcome.notes) lines.push(`… ${note}`);
  return lines.reduce(
    (text, line, index) =>
      index === 0 ? line : `${text}${text.endsWith("\n") && line !== "" ? "" : "\n"}${line}`,
    "",
  );
}
