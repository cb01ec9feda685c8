/** Parses text that may be torn, damaged or hostile; `undefined` when it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The own members of a parsed object, to be asked for by name without meeting a prototype; none for anything else. */
export function fieldsOf(candidate: unknown): ReadonlyMap<string, unknown> {
  return typeof candidate === "object" && candidate !== null ? new Map(Object.entries(candidate)) : new Map();
}
