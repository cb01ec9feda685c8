/**
 * Path order: segment by segment, each in the byte order of its UTF-8 form. Negative when `left` comes first.
 */
export function comparePaths(left: string, right: string): number {
  const shorter = Math.min(left.length, right.length);
  for (let at = 0; at < shorter; at += 1) {
    const a = left.charCodeAt(at);
    const b = right.charCodeAt(at);
    if (a !== b) return weight(a) - weight(b);
  }
  return left.length - right.length;
}

/** The end of a segment comes before all that could go on; units of surrogate pairs come last, as in UTF-8. */
function weight(unit: number): number {
  if (unit === 0x2f) return -1;
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}
