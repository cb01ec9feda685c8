/** One entry of a toolset, of `tools.enabled` or of `tools.disabled`. */
export type ToolsetEntry =
  | { readonly kind: "tool"; readonly name: string }
  | { readonly kind: "toolset"; readonly name: string }
  | { readonly kind: "pattern"; readonly pattern: string };

export function parseToolsetEntry(entry: string): ToolsetEntry {
  if (entry.startsWith("@")) return { kind: "toolset", name: entry.slice(1) };
  return entry.includes("*") ? { kind: "pattern", pattern: entry } : { kind: "tool", name: entry };
}

/**
 * Whether the whole name fits a pattern in which `*` stands for any characters. Looks for the pieces between
 * the stars from left to right, so that no pattern takes longer than name times pattern.
 */
export function matchesNamePattern(name: string, pattern: string): boolean {
  const [head = "", ...pieces] = pattern.split("*");
  const tail = pieces.pop();
  if (tail === undefined) return name === head;
  if (!name.startsWith(head) || !name.endsWith(tail) || name.length < head.length + tail.length) return false;
  const end = name.length - tail.length;
  let from = head.length;
  for (const piece of pieces) {
    const at = name.indexOf(piece, from);
    if (at < 0 || at + piece.length > end) return false;
    from = at + piece.length;
  }
  return true;
}
