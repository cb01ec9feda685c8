import type { Json, JsonObject } from "@wield/core";

/** Reading of request bodies: whatever is not of the type asked for is absent. */
export function objectIn(value: Json | undefined): JsonObject | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as JsonObject)
    : undefined;
}

export function listIn(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}

export function objectsIn(value: Json | undefined): readonly JsonObject[] {
  return listIn(value)
    .map(objectIn)
    .filter((item) => item !== undefined);
}

export function textIn(value: Json | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** True when every text in it is well formed: half a character is refused by every provider. */
export function isWellFormedThrough(value: Json): boolean {
  if (typeof value === "string") return value.isWellFormed();
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(
    ([key, item]) => key.isWellFormed() && isWellFormedThrough(item as Json),
  );
}

export function isJsonObjectText(text: string | undefined): boolean {
  try {
    return text !== undefined && objectIn(JSON.parse(text) as Json) !== undefined;
  } catch {
    return false;
  }
}

export function eventFrame(event: string, data: Json): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** The deltas of several texts: one text after the other, or in turns. */
export function orderDeltas(
  deltas: readonly (readonly string[])[],
  isInterleaved: boolean,
): readonly { readonly of: number; readonly delta: string }[] {
  const inOrder = deltas.flatMap((list, of) => list.map((delta, turn) => ({ of, delta, turn })));
  return isInterleaved ? inOrder.toSorted((a, b) => a.turn - b.turn || a.of - b.of) : inOrder;
}
