import type { Clock } from "@wield/core";
import { isLoopback } from "../endpoint/loopback.ts";
import type { Fetch } from "../endpoint/endpoint.ts";
import { PROVIDER_PRESETS } from "../providers/provider-presets.data.ts";
import type { Environment } from "../providers/provider-settings.ts";
import { listModels } from "./list-models.ts";

/** A model that can be used without configuring anything. */
export interface DetectedModel {
  /** `PROVIDER/NAME`. */
  readonly id: string;
  /** Why it is known: the environment variable with its key, or the address of its server. */
  readonly because: { readonly keyVariable: string } | { readonly baseUrl: string };
}

export interface DetectOptions {
  readonly env: Environment;
  readonly fetch: Fetch;
  readonly clock: Clock;
  /** Servers are asked even when there is a key. */
  readonly isThorough?: boolean;
}

/** A server that is there answers at once; one that is not must not hold up the start. */
const PROBE_TIMEOUT_MS = 250;

/** What is there to be used: by a key in the environment, else by a server on this machine. The first is the one to take. */
export async function detectModels(options: DetectOptions): Promise<readonly DetectedModel[]> {
  const byKey = modelsByKey(options.env);
  if (byKey.length > 0 && options.isThorough !== true) return byKey;
  return [...byKey, ...(await modelsOfServers(options))];
}

function modelsByKey(env: Environment): readonly DetectedModel[] {
  return PROVIDER_PRESETS.flatMap(({ name, keyVariables, defaultModel }) => {
    const keyVariable = keyVariables.find((variable) => (env[variable] ?? "").trim() !== "");
    if (keyVariable === undefined || defaultModel === undefined) return [];
    return [{ id: `${name}/${defaultModel}`, because: { keyVariable } }];
  });
}

async function modelsOfServers({ fetch, clock }: DetectOptions): Promise<readonly DetectedModel[]> {
  const local = PROVIDER_PRESETS.filter(({ baseUrl }) => isLoopback(new URL(baseUrl).hostname));
  const found = await Promise.all(
    local.map(async ({ name, baseUrl }) => {
      const [first] = (await listModels(baseUrl, { fetch, clock, timeoutMs: PROBE_TIMEOUT_MS })) ?? [];
      return first === undefined ? [] : [{ id: `${name}/${first}`, because: { baseUrl } }];
    }),
  );
  return found.flat();
}
