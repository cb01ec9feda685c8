import { isHighSurrogate } from "./cut-point.ts";

/** A value as it stands in a message: JSON, at most 80 characters and `…`. */
export function quote(value: unknown, most = 80): string {
  let text: string;
  try {
    text = JSON.stringify(value) ?? String(value);
  } catch {
    text = String(value);
  }
  if (text.length <= most) return text;
  const end = isHighSurrogate(text, most - 1) ? most - 1 : most;
  return `${text.slice(0, end)}…`;
}

/** At most this many names, then how many more there are. */
export function listNames(names: readonly string[], most = 20): string {
  const shown = names.slice(0, most).join(", ");
  return names.length > most ? `${shown} and ${names.length - most} more` : shown;
}
