import type { ShownRequest } from "../../approvals/render-request.ts";
import { cutPainted } from "../../terminal/cut-painted.ts";
import { paintDiff } from "../../terminal/paint-diff.ts";
import type { LinesView } from "./lines-view.ts";

/** All of what a call would do, for a preview that is longer than the question has room for. */
export function previewLines(
  { tool, preview }: ShownRequest,
  { columns, colours }: LinesView,
): readonly string[] {
  if (preview === undefined) return [];
  const lines = paintDiff(preview.trimEnd(), colours).split("\n");
  return [colours.dim(`what ${tool} would do:`), ...lines.map((line) => cutPainted(line, columns))];
}
