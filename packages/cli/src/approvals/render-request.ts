import { describeRule, visibleText } from "@wield/core";
import type { ApprovalRequest } from "@wield/core";
import type { Colours } from "../terminal/colours.ts";
import { cutToWidth, wrapText } from "../terminal/display-width.ts";
import { paintDiff } from "../terminal/paint-diff.ts";

export type ShownRequest = Omit<ApprovalRequest, "rawInput">;

export interface RequestView {
  readonly colours: Colours;
  readonly columns: number;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Whether the answers that add a rule are offered. */
  readonly offersRules: boolean;
  /** Of the preview; a longer one is cut and says so. */
  readonly maxPreviewLines?: number;
}

const LABEL_WIDTH = 9;
/** A longer preview would push the question's own facts out of sight. */
const MAX_PREVIEW_LINES = 60;

/** The whole question as a person sees it. Its texts were made visible when the request was made. */
export function renderRequest(request: ShownRequest, view: RequestView): string {
  const { colours, columns } = view;
  const fact = (label: string, text: string): string[] =>
    wrapText(text, Math.max(8, columns - LABEL_WIDTH - 2), true).map(
      (line, row) => `  ${colours.dim((row === 0 ? label : "").padEnd(LABEL_WIDTH))}${line}`,
    );
  const seconds = Math.max(0, Math.round((request.deadline - view.now) / 1000));
  const effects = request.effectWords.length === 0 ? ["nothing that is known"] : request.effectWords;
  return [
    `${colours.bold(request.tool)} wants to run  ${colours.dim(request.id)}`,
    ...effects.flatMap((words, row) => fact(row === 0 ? "to" : "", words)),
    ...fact("because", request.reason),
    ...fact("for", `${request.caller} (${request.surface}) in ${visibleText(request.workspace)}`),
    ...fact("input", cutToWidth(JSON.stringify(request.input), Math.max(60, columns * 3))),
    ...previewLines(request, view),
    ...fact("until", `${seconds} s from now; then it is refused`),
    ...choiceLines(request, view).flatMap(([key, text]) => fact(key, text)),
  ]
    .map((line) => `${line}\n`)
    .join("");
}

/** The keys that can be typed, for the prompt. */
export function answerKeys(request: ShownRequest, offersRules: boolean): string {
  return offersRules && request.rule !== undefined ? "y/s/a/n" : "y/n";
}

/** A request in one line, for a list. */
export function requestLine(request: ShownRequest, view: Pick<RequestView, "columns" | "now">): string {
  const seconds = Math.max(0, Math.round((request.deadline - view.now) / 1000));
  const what = request.effectWords.join(", ");
  return cutToWidth(
    `${request.id}  ${request.tool}: ${what}  (${request.caller}, ${seconds} s left)`,
    view.columns,
  );
}

function previewLines(
  { preview, previewProblem }: ShownRequest,
  { colours, maxPreviewLines = MAX_PREVIEW_LINES }: RequestView,
): string[] {
  if (preview === undefined)
    return previewProblem === undefined ? [] : [`  ${colours.yellow(previewProblem)}`];
  const lines = paintDiff(preview.trimEnd(), colours).split("\n");
  const cut = lines.length - maxPreviewLines;
  const shown = cut > 0 ? [...lines.slice(0, maxPreviewLines), colours.dim(`… ${cut} more lines`)] : lines;
  return ["", ...shown.map((line) => `  ${line}`), ""];
}

function choiceLines(
  request: ShownRequest,
  { offersRules }: RequestView,
): readonly (readonly [string, string])[] {
  const { rule } = request;
  const byRule =
    offersRules && rule !== undefined
      ? ([
          ["s", `yes, and for this session: ${visibleText(describeRule(rule))}`],
          ["a", `yes, and always in this workspace (saved): ${visibleText(describeRule(rule))}`],
        ] as const)
      : [];
  return [
    ["y", "yes, this once"],
    ...byRule,
    ["n", "no; what follows it is told as the reason"],
    ["Enter", "sends the answer"],
  ];
}
