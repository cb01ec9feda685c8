/** What stands in JSON as it is, and a terminal would obey. */
const OBEYED = /[\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g;

/**
 * JSON on one line that is safe on a terminal too: what one would obey is written as an escape. A map stands as
 * an object.
 */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value, (_key, part: unknown) =>
    part instanceof Map ? Object.fromEntries(part) : part,
  );
  return (text ?? "null").replaceAll(
    OBEYED,
    (code) => `\\u${code.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
