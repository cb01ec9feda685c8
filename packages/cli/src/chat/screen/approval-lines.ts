import { describeRule, visibleText } from "@wield/core";
import { paintDiff } from "../../terminal/paint-diff.ts";
import { cutPainted } from "../../terminal/cut-painted.ts";
import { wrapText } from "../../terminal/display-width.ts";
import type { ShownRequest } from "../../approvals/render-request.ts";
import type { LinesView } from "./lines-view.ts";
import type { Focus } from "./screen-model.ts";

export interface ApprovalView extends LinesView {
  /** Lines there are for it. */
  readonly room: number;
  /** Further requests that wait. */
  readonly countBehind: number;
}

/** A call whose preview is shown needs its input only where the two differ. */
const LEAST_PREVIEW = 3;

/**
 * What is asked: the call, what it would do, the exact rule that the answers for the next time add. The preview gets
 * what room is left; a cut one stands above in full.
 */
export function approvalLines(
  { request, offersRules }: Extract<Focus, { kind: "approval" }>,
  view: ApprovalView,
): readonly string[] {
  const { columns, colours, now, room, countBehind } = view;
  const wrapped = (text: string): readonly string[] =>
    wrapText(text, Math.max(8, columns - 2), true).map((line) => `  ${line}`);
  const seconds = Math.max(0, Math.round((request.deadline - now) / 1000));
  const behind = countBehind === 0 ? "" : `, ${countBehind} more wait`;
  const rule = offersRules ? request.rule : undefined;
  const title = `${colours.bold(`${request.tool} wants to run`)} ${colours.dim(`(${seconds} s left${behind})`)}`;
  const facts = [...effectLines(request).flatMap(wrapped), ...wrapped(request.reason).map(colours.dim)];
  const keys = [
    ...(rule === undefined ? [] : wrapped(`rule: ${visibleText(describeRule(rule))}`).map(colours.cyan)),
    ...keyLines(rule !== undefined, columns - 2).flatMap(wrapped),
  ];
  const roomLeft = room - 2 - facts.length - keys.length;
  const preview = shownPreview(request, view, Math.max(0, roomLeft));
  const fit = (lines: readonly string[]): readonly string[] => lines.map((line) => cutPainted(line, columns));
  const all = fit(["", title, ...facts, ...preview, ...keys]);
  if (all.length <= room) return all;
  // Too small a window for all of it: what would run comes first, and the keys last.
  const [effect = ""] = effectLines(request);
  const needed = fit([title, `  ${effect}`]);
  const rest = fit(keys);
  return rest.length + needed.length <= room
    ? [...needed, ...rest]
    : [...needed, ...rest.slice(rest.length - Math.max(0, room - needed.length))].slice(0, room);
}

function effectLines({ effectWords, caller }: ShownRequest): readonly string[] {
  const who = caller === "agent" || caller === "cli" ? "" : ` (asked for by ${caller})`;
  return effectWords.length === 0 ? [`nothing that is known${who}`] : effectWords.map((words) => words + who);
}

const KEYS = {
  once: "y once",
  byRule: ["s for this session by that rule", "a always in this workspace by that rule (saved)"],
  end: ["n no; a reason may follow", "Enter sends the answer"],
};
const SHORT_KEYS: typeof KEYS = { once: "y once", byRule: ["s session", "a always"], end: ["n no"] };
const NARROW = 50;

/** What each key does; as many on a line as fit whole. */
function keyLines(hasRule: boolean, columns: number): readonly string[] {
  const lines: string[] = [];
  const { once, byRule, end } = columns < NARROW ? SHORT_KEYS : KEYS;
  for (const part of [once, ...(hasRule ? byRule : []), ...end]) {
    const last = lines.at(-1);
    const joined = last === undefined ? part : `${last} · ${part}`;
    if (last === undefined || joined.length > columns) lines.push(part);
    else lines[lines.length - 1] = joined;
  }
  return lines;
}

function shownPreview(request: ShownRequest, { colours }: LinesView, room: number): readonly string[] {
  const { preview, previewProblem, input } = request;
  if (preview === undefined) {
    const why = previewProblem === undefined ? [] : [`  ${colours.yellow(previewProblem)}`];
    return [...why, `  ${colours.dim(JSON.stringify(input))}`].slice(0, Math.max(1, room));
  }
  // The names of a diff are told by the effects.
  const body = preview.trimEnd().replace(/^--- [^\n]*\n\+\+\+ [^\n]*\n(?=@@ )/, "");
  const lines = paintDiff(body, colours)
    .split("\n")
    .map((line) => `  ${line}`);
  if (lines.length <= room) return lines;
  if (room < LEAST_PREVIEW) return [];
  const kept = lines.slice(0, room - 1);
  return [...kept, colours.dim(`  … ${lines.length - kept.length} more lines, all of them above`)];
}

/** Whether the preview is cut below, so that it has to stand above in full. */
export function isPreviewCut(focus: Extract<Focus, { kind: "approval" }>, view: ApprovalView): boolean {
  const { preview } = focus.request;
  if (preview === undefined) return false;
  const shown = approvalLines(focus, view).length;
  const count = preview.trimEnd().split("\n").length;
  const whole = approvalLines(focus, { ...view, room: shown + count + 2 }).length;
  return whole > view.room;
}
