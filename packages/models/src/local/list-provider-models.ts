import type { Clock } from "@wield/core";
import type { Fetch } from "../endpoint/endpoint.ts";
import type { FoundProvider } from "../providers/find-provider.ts";
import { listModels } from "./list-models.ts";

export interface ListOptions {
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly timeoutMs: number;
}

/** The models a provider lists for this key; nothing when it does not answer so. */
export function listProviderModels(
  provider: FoundProvider,
  options: ListOptions,
): Promise<readonly string[] | undefined> {
  const headers = { ...provider.headers, ...keyHeaders(provider) };
  return listModels(provider.baseUrl, { ...options, headers });
}

function keyHeaders({ key, format }: FoundProvider): Readonly<Record<string, string>> {
  if (key === undefined) return {};
  switch (format) {
    case "anthropic":
      return { "x-api-key": key, "anthropic-version": "2023-06-01" };
    case "google":
      return { "x-goog-api-key": key };
    case "openai":
    case "chat":
      return { authorization: `Bearer ${key}` };
  }
}
