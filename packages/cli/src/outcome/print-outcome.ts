import type { CallOutcome, FailureOutcome, OkOutcome } from "@wield/core";
import type { Output } from "../terminal/output.ts";
import { jsonText } from "../terminal/json-text.ts";

export interface OutcomeOutputs {
  /** Gets the text of a success and nothing else. */
  readonly out: Output;
  /** Gets notes and failures. */
  readonly err: Output;
}

/** Shows how a call ended: its text on `out`; notes, and a failure's sentence and hint, on `err`. */
export function printOutcome(outcome: CallOutcome, outputs: OutcomeOutputs): void {
  if (outcome.status === "ok") printText(outcome, outputs);
  else printFailure(outcome, outputs.err);
  const { err } = outputs;
  for (const note of outcome.notes) err.line(err.colours.dim(`… ${err.foreign(note)}`));
}

/** The whole outcome as one line of JSON. Images stand as base64. */
export function outcomeJson(outcome: CallOutcome): string {
  if (outcome.status !== "ok") return jsonText(outcome);
  const blocks = outcome.blocks.map((block) => ({
    ...block,
    bytes: Buffer.from(block.bytes).toString("base64"),
  }));
  return jsonText({ ...outcome, blocks });
}

function printText({ text, blocks }: OkOutcome, { out, err }: OutcomeOutputs): void {
  const shown = out.foreign(text);
  out.write(shown === "" || shown.endsWith("\n") ? shown : `${shown}\n`);
  if (text.trim() === "" && blocks.length === 0) err.line(err.colours.dim("(no output)"));
  for (const { mediaType, bytes } of blocks)
    err.line(
      err.colours.dim(`… an image (${mediaType}, ${bytes.length} bytes) is not shown here; --json gives it`),
    );
}

function printFailure({ message, hint, partialText }: FailureOutcome, err: Output): void {
  const { colours } = err;
  err.line(colours.red(err.foreign(message)));
  if (hint !== undefined) err.line(`Hint: ${err.foreign(hint)}`);
  if (partialText !== undefined && partialText.trim() !== "")
    err.line(`\n${err.foreign(partialText).trimEnd()}`);
}
