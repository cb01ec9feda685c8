import { isHighSurrogate } from "./cut-point.ts";

/** A value as it stands in a message: JSON, at most 80 characters and `…`. */
export function quote(value: unknown, most = 80): string {
  const text = typeof value === "string" ? JSON.stringify(value.slice(0, most + 1)) : describe(value);
  const isCut = text.length > most || (typeof value === "string" && value.length > most);
  if (!isCut) return text;
  const end = isHighSurrogate(text, most - 1) ? most - 1 : most;
  return `${text.slice(0, end)}…`;
}

function describe(value: unknown): string {
  if (typeof value === "number") return String(value);
  try {
    // Nothing for functions, symbols and undefined; a throw for cycles, endless nesting and large integers.
    const text = JSON.stringify(value);
    if (text !== undefined) return text;
  } catch {
    return Array.isArray(value) ? "a list that cannot be shown" : `a value that cannot be shown`;
  }
  return value === undefined ? "undefined" : `a ${typeof value}`;
}

/** At most this many names, then how many more there are. */
export function listNames(names: readonly string[], most = 20): string {
  const shown = names.slice(0, most).join(", ");
  return names.length > most ? `${shown} and ${names.length - most} more` : shown;
}
