import { describeEffect, visibleText } from "@wield/core";
import type { JournalEntry, Json } from "@wield/core";
import type { CallHistory } from "@wield/store";
import type { Colours } from "../terminal/colours.ts";
import { wrapText } from "../terminal/display-width.ts";
import { shownDuration, shownTime } from "../terminal/times.ts";
import { paintStatus } from "./render-calls.ts";

/** Inputs longer than this are cut; `--json` gives them whole. */
const MAX_INPUT_CHARS = 2000;
const LABEL_WIDTH = 10;

/** One call with all its entries, in the order they were written. */
export function renderHistory(
  { call, entries }: CallHistory,
  page: { readonly columns: number; readonly colours: Colours },
): string {
  const { colours } = page;
  const facts: readonly (readonly [string, string | undefined])[] = [
    ["caller", [call.caller, call.surface].filter((part) => part !== undefined).join(" on ")],
    ["session", call.sessionId],
    ["workspace", call.workspace],
    ["parent", call.parentId],
  ];
  return [
    `${colours.bold(call.tool ?? "?")}  ${call.callId}  ${paintStatus(call.status, call.status, colours)}`,
    ...facts.flatMap(([label, text]) =>
      text === undefined || text === "" ? [] : labelled(label, text, page),
    ),
    ...entries.flatMap((entry) => [
      "",
      colours.dim(`${shownTime(entry.at)}  ${entry.type}`),
      ...entryLines(entry, page),
    ]),
    ...(entries.some(({ type }) => type === "outcome")
      ? []
      : ["", colours.yellow(call.summary ?? `${call.status}: no outcome is written yet`)]),
  ]
    .map((line) => `${line.trimEnd()}\n`)
    .join("");
}

type Page = { readonly columns: number; readonly colours: Colours };

function entryLines(entry: JournalEntry, page: Page): string[] {
  switch (entry.type) {
    case "proposed":
      return labelled("input", jsonText(entry.rawInput), page);
    case "decided":
      return [
        ...(entry.input === undefined ? [] : labelled("decoded", jsonText(entry.input), page)),
        ...entry.effects.flatMap((effect) => labelled("effect", describeEffect(effect), page)),
        ...entry.answers.flatMap(({ guard, answer, reason }) =>
          answer === "abstain"
            ? []
            : labelled(answer, reason === undefined ? guard : `${guard}: ${reason}`, page),
        ),
        ...labelled("decision", entry.decision, page),
      ];
    case "asked":
      return [...labelled("request", entry.approvalId, page), ...labelled("because", entry.reason, page)];
    case "answered": {
      const who = [entry.by, entry.surface].filter((part) => part !== undefined).join(" on ");
      return [
        ...labelled("answer", who === "" ? entry.answer : `${entry.answer}, by ${who}`, page),
        ...(entry.remark === undefined ? [] : labelled("remark", entry.remark, page)),
      ];
    }
    case "intent":
      return entry.effects.flatMap((effect) => labelled("effect", describeEffect(effect), page));
    case "temporary":
      return labelled("file", entry.path, page);
    case "outcome":
      return [
        ...labelled(
          "status",
          [entry.status, entry.code].filter((part) => part !== undefined).join(", "),
          page,
        ),
        ...labelled("took", shownDuration(entry.durationMs), page),
        ...entry.changed.flatMap((path) => labelled("changed", path, page)),
        ...(entry.origins === undefined ? [] : labelled("from", entry.origins.join(", "), page)),
        ...(entry.outputRef === undefined ? [] : labelled("stored", entry.outputRef, page)),
        ...labelled("said", entry.summary, page),
      ];
  }
}

function labelled(label: string, text: string, { columns, colours }: Page): string[] {
  return wrapText(visibleText(text), Math.max(20, columns - LABEL_WIDTH - 2), true).map(
    (line, row) => `  ${colours.dim((row === 0 ? label : "").padEnd(LABEL_WIDTH))}${line}`,
  );
}

function jsonText(input: Json): string {
  const text = JSON.stringify(input);
  return text.length > MAX_INPUT_CHARS
    ? `${text.slice(0, MAX_INPUT_CHARS)}… (${text.length} characters; --json gives all)`
    : text;
}
