export interface ResultMeasure {
  /** All texts, the names of members included. */
  readonly texts: readonly string[];
  /** In memory: two per character, images as they are. */
  readonly bytes: number;
}

/** Walks through whatever a tool returned: it may refer to itself, and reading it may throw. */
export function measure(result: unknown): ResultMeasure {
  const texts: string[] = [];
  const seen = new Set<object>();
  const waiting: unknown[] = [result];
  let bytes = 0;
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value === "string") {
      texts.push(value);
      bytes += value.length * 2;
    } else if (value instanceof Uint8Array) {
      bytes += value.length;
    } else if (typeof value !== "object" || value === null) {
      bytes += 8;
    } else if (!seen.has(value)) {
      seen.add(value);
      for (const [name, member] of membersOf(value)) {
        if (!Array.isArray(value)) texts.push(name);
        waiting.push(member);
      }
    }
  }
  return { texts, bytes };
}

function membersOf(value: object): readonly (readonly [string, unknown])[] {
  try {
    return Object.entries(value);
  } catch {
    return [];
  }
}
