const UNITS = ["KB", "MB", "GB", "TB"];

/** A size for people: bytes as they are, else in the largest unit that gives at least 1, with one decimal. */
export function formatSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  let size = bytes / 1024;
  let unit = 0;
  // What rounds to 1024 is one of the next unit.
  while (size >= 1023.95 && unit < UNITS.length - 1) {
    size /= 1024;
    unit += 1;
  }
  return `${size.toFixed(1)} ${UNITS[unit]}`;
}
