import type { StopReason } from "@wield/core";
import { paintLine, span, wrapSpans } from "../../terminal/styled-text.ts";
import type { TextStyle } from "../../terminal/styled-text.ts";
import { shownDuration } from "../../terminal/times.ts";
import { markdownLines } from "../markdown/markdown-lines.ts";
import type { Block, NoticeLevel } from "../transcript/transcript.ts";
import { cardLines } from "./card-lines.ts";
import type { LinesView } from "./lines-view.ts";
import { shownCount } from "./shown-count.ts";

/** A part of the conversation as lines that fit. A blank line stands before what begins something new. */
export function blockLines(block: Block, view: LinesView): readonly string[] {
  switch (block.kind) {
    case "person":
      return ["", ...markedText(block.text, block.isSteering ? "↳ " : "> ", ["bold"], view)];
    case "answer": {
      const lines = answerLines(block.text, view);
      return lines.length === 0 || block.isContinued ? lines : ["", ...lines];
    }
    case "reasoning":
      return ["", ...reasoningLines(block.text, view)];
    case "call":
      return cardLines(block.card, view);
    case "result":
      return resultLines(block, view);
    case "decision":
      return markedText(`${block.what}: ${block.text}`, block.isAllowed ? "✓ " : "⊘ ", ["dim"], view);
    case "answered":
    case "shown":
      return ["", ...block.lines];
    case "notice":
      return markedText(block.text, "… ", [NOTICE_STYLES[block.level]], view);
    case "end":
      return endLines(block, view);
  }
}

function resultLines(
  { isOk, text, notes }: Extract<Block, { kind: "result" }>,
  { columns, colours }: LinesView,
): readonly string[] {
  // Why a call failed stands below its card.
  if (!isOk) return [];
  const shown = text.trimEnd() === "" ? "(no output)" : text.trimEnd();
  const lines = shown.split("\n").map((line) => [span(line)]);
  const more = notes.map((note) => [span(`… ${note}`, "dim")]);
  return [...lines, ...more]
    .flatMap((line) => wrapSpans(line, { columns, isVerbatim: true }))
    .map((line) => paintLine(line, colours));
}

const NOTICE_STYLES: Readonly<Record<NoticeLevel, TextStyle>> = { info: "dim", warn: "yellow", error: "red" };

export function answerLines(text: string, { columns, colours }: LinesView): readonly string[] {
  return markdownLines(text, columns).map((line) => paintLine(line, colours));
}

const REASONING_LINES = 8;

/** Thinking is told by its beginning: the answer is what counts. */
function reasoningLines(text: string, view: LinesView): readonly string[] {
  const lines = markedText(text.trim(), "∴ ", ["dim"], view);
  const more = lines.length - REASONING_LINES;
  return more <= 1 ? lines : [...lines.slice(0, REASONING_LINES), view.colours.dim(`  … ${more} more lines`)];
}

/** Text as it was written, behind a mark. */
export function markedText(
  text: string,
  mark: string,
  styles: readonly TextStyle[],
  { columns, colours }: Pick<LinesView, "columns" | "colours">,
): readonly string[] {
  const marked = [span(mark, "cyan")];
  const indent = [span(" ".repeat(mark.length))];
  return text
    .replaceAll("\r\n", "\n")
    .split("\n")
    .flatMap((line, index) =>
      wrapSpans([span(line, ...styles)], { columns, first: index === 0 ? marked : indent, rest: indent }),
    )
    .map((line) => paintLine(line, colours));
}

const ENDS: Readonly<Record<Exclude<StopReason, "done">, string>> = {
  cancelled: "stopped",
  tool_limit: "stopped: the turn's limit of calls is reached (tool_loop_guardrails.hard_stop_after)",
  repetition: "stopped: the same call was repeated",
  step_limit: "stopped: the turn's limit of steps is reached (agent.max_steps)",
  spend_limit: "stopped: the turn's limit of tokens is reached (agent.max_turn_tokens)",
  context_full: "stopped: the conversation does not fit the model any more; /compact or /new goes on",
  model_error: "stopped: the model failed; /retry asks it again",
  no_progress: "stopped: the model gave neither text nor calls",
};

function endLines(end: Extract<Block, { kind: "end" }>, view: LinesView): readonly string[] {
  const { reason, usage, steps, calls, durationMs } = end;
  const facts = [
    ...(calls === 0 ? [] : [`${calls} ${calls === 1 ? "call" : "calls"}`]),
    ...(steps > 1 ? [`${steps} steps`] : []),
    ...(usage.input + usage.output === 0
      ? []
      : [`${shownCount(usage.input)} in, ${shownCount(usage.output)} out`]),
    shownDuration(durationMs),
  ].join(" · ");
  const stopped = reason === "done" ? [] : markedText(ENDS[reason], "■ ", ["yellow"], view);
  return ["", ...stopped, ...markedText(facts, "  ", ["dim"], view)];
}
