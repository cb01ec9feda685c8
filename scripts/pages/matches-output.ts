const ELLIPSIS = "…";

/**
 * Whether the lines a command printed are those that a page shows. `…` in a shown line stands for any text of that
 * line (times, ids, folders), a line that is only `…` for any number of lines.
 */
export function matchesOutput(printed: readonly string[], shown: readonly string[]): boolean {
  const [first, ...rest] = shown;
  if (first === undefined) return printed.length === 0;
  if (first.trim() !== ELLIPSIS)
    return (
      printed.length > 0 && matchesLine(printed[0] ?? "", first) && matchesOutput(printed.slice(1), rest)
    );
  return [...printed, ""].some((_, skipped) => matchesOutput(printed.slice(skipped), rest));
}

function matchesLine(printed: string, shown: string): boolean {
  const pattern = shown
    .split(ELLIPSIS)
    .map((text) => RegExp.escape(text))
    .join(".*");
  return new RegExp(`^${pattern}$`, "u").test(printed);
}
