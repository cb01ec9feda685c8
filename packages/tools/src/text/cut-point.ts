/** The place to cut `text` at, at or one unit before `at`, so that no surrogate pair is split. */
export function cutPoint(text: string, at: number): number {
  if (at <= 0) return 0;
  if (at >= text.length) return text.length;
  const isPair =
    isBetween(text.charCodeAt(at - 1), 0xd800, 0xdbff) && isBetween(text.charCodeAt(at), 0xdc00, 0xdfff);
  return isPair ? at - 1 : at;
}

function isBetween(unit: number, low: number, high: number): boolean {
  return unit >= low && unit <= high;
}
