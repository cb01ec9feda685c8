import { decodeText, fail } from "@wield/core";
import type { FailedResult } from "@wield/core";
import { unifiedDiff } from "@wield/tools";
import type { FoundPath } from "./find-paths.ts";
import type { FileState } from "./past-state.ts";

/** Lines of diff shown per file, and files whose diff is shown. */
const MAX_DIFF_LINES = 40;
const MAX_DIFFS = 10;

/** What would happen to each path, with a diff where it is text. */
export function previewOf(paths: readonly FoundPath[]): string {
  const diffs = paths
    .filter(({ isThere }) => !isThere)
    .slice(0, MAX_DIFFS)
    .map((path) => diffOf(path))
    .filter((diff) => diff !== "");
  return [...paths.map((path) => `${whatHappens(path)}\n`), ...diffs.map((diff) => `\n${diff}`)].join("");
}

function whatHappens({ display, present, past, isThere }: FoundPath): string {
  if (past.kind === "impossible") return `${display}: cannot be put back: ${past.reason}`;
  if (isThere) return `${display}: is already as it was`;
  const what =
    past.state.kind === "absent"
      ? "is deleted"
      : present.kind === "absent"
        ? `is made again (${past.state.bytes.length} bytes)`
        : `goes back to ${past.state.bytes.length} bytes (${present.bytes.length} now)`;
  return past.kind === "conflict" ? `${display}: ${what}, although ${past.reason}` : `${display}: ${what}`;
}

/** The refusal of the whole call when one path cannot be put back, or holds somebody else's change. */
export function refusalOf(paths: readonly FoundPath[], isForced: boolean): FailedResult | undefined {
  const impossible = paths.find(({ past, isThere }) => past.kind === "impossible" && !isThere);
  if (impossible !== undefined && impossible.past.kind === "impossible") {
    return fail("not_kept", `${impossible.display} cannot be put back: ${impossible.past.reason}`, {
      hint: "nothing was changed; put back other paths by name: wield undo PATH.",
    });
  }
  const conflicts = isForced ? [] : paths.filter(({ past, isThere }) => past.kind === "conflict" && !isThere);
  if (conflicts.length === 0) return undefined;
  const lines = conflicts.map(
    ({ display, past }) => `${display}: ${past.kind === "conflict" ? past.reason : ""}`,
  );
  const diffs = conflicts.slice(0, MAX_DIFFS).map((path) => diffOf(path));
  return fail(
    "changed_since",
    [`not undone, nothing was touched: ${lines.join("; ")}`, ...diffs].join("\n").trimEnd(),
    {
      hint: "take the later change back first (wield undo PATH goes through all of them), or use --force to lose it.",
    },
  );
}

/** What would be done to the present text. Empty when one side is no text. */
function diffOf({ display, present, past }: FoundPath): string {
  if (past.kind === "impossible") return "";
  const now = textOf(present);
  const then = textOf(past.state);
  if (now === undefined || then === undefined) return `${display}: not text, so no diff\n`;
  const { text, isTruncated } = unifiedDiff(now, then, { path: display, maxLines: MAX_DIFF_LINES });
  return isTruncated ? `${text}… more lines differ\n` : text;
}

function textOf(state: FileState): string | undefined {
  if (state.kind === "absent") return "";
  const decoded = decodeText(state.bytes);
  return decoded.ok ? decoded.value.text : undefined;
}
