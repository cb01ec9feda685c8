import type { ErrorFacts } from "./error-facts.ts";

/** What the provider asked to wait in milliseconds: `retry-after-ms`, `Retry-After` as seconds or a date, or its body. */
export function retryAfterMs(
  facts: Pick<ErrorFacts, "headers" | "retryAfterMs">,
  now: number,
): number | undefined {
  const headers = new Map(Object.entries(facts.headers).map(([name, value]) => [name.toLowerCase(), value]));
  const exact = amount(headers.get("retry-after-ms"));
  if (exact !== undefined) return exact;
  const given = headers.get("retry-after")?.trim();
  const seconds = amount(given);
  if (seconds !== undefined) return Math.ceil(seconds * 1000);
  const date = given === undefined ? Number.NaN : Date.parse(given);
  if (!Number.isNaN(date)) return Math.max(0, date - now);
  return facts.retryAfterMs;
}

function amount(text: string | undefined): number | undefined {
  return text !== undefined && /^\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : undefined;
}
