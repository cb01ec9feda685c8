/** `950`, `12.3k`, `1.2M`: tokens as a person reads them. */
export function shownCount(count: number): string {
  if (count < 1000) return String(count);
  return count < 1_000_000 ? `${(count / 1000).toFixed(1)}k` : `${(count / 1_000_000).toFixed(1)}M`;
}
