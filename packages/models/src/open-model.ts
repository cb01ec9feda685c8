import { value, type Clock, type ModelPort, type Outcome } from "@wield/core";
import type { Endpoint, Fetch } from "./endpoint/endpoint.ts";
import { modelFacts, type ToldFacts } from "./facts/model-facts.ts";
import type { Lesson } from "./failure/classify-failure.ts";
import { withoutKeys } from "./failure/without-keys.ts";
import { parseModelId } from "./model-id.ts";
import { findProvider, type FoundProvider } from "./providers/find-provider.ts";
import type { Environment, ProviderSettingsByName } from "./providers/provider-settings.ts";
import { streamRequest, type StreamContext } from "./request/stream-request.ts";

export interface OpenModelOptions {
  /** What is configured, by provider. */
  readonly providers?: ProviderSettingsByName;
  readonly env: Environment;
  readonly fetch: Fetch;
  /** Its timers have to keep the process alive while a request waits to be repeated. */
  readonly clock: Clock;
  /** At least 0, below 1. */
  readonly random: () => number;
  /** What is known better than by the model's name. */
  readonly facts?: ToldFacts;
}

/**
 * The model behind `PROVIDER/NAME`. Nothing is asked of the provider yet, and its library is loaded with the first
 * request. Fails with `invalid_model_id`, `unknown_provider`, `invalid_base_url`, `no_key`.
 */
export function openModel(id: string, options: OpenModelOptions): Outcome<ModelPort> {
  const parsed = parseModelId(id);
  if (!parsed.ok) return parsed;
  const { provider: name, modelName } = parsed.value;
  const found = findProvider(name, { settings: options.providers ?? {}, env: options.env });
  return found.ok ? value(portOf(found.value, modelName, options)) : found;
}

function portOf(provider: FoundProvider, modelName: string, options: OpenModelOptions): ModelPort {
  const { name, family, isLocal, baseUrl, headers, key, keyVariable } = provider;
  const facts = modelFacts({ provider: name, modelName, isLocal, maxTools: family.maxTools }, options.facts);
  const endpoint: Endpoint = {
    provider: name,
    modelName,
    baseUrl,
    headers,
    fetch: options.fetch,
    ...(key === undefined ? {} : { key }),
  };
  const context: StreamContext = {
    family,
    endpoint,
    facts,
    isLocal,
    clock: options.clock,
    random: options.random,
    lessons: new Set<Lesson>(),
    noticed: new Set<string>(),
    failureContext: {
      provider: name,
      modelName,
      baseUrl,
      withoutKeys: withoutKeys([...(key === undefined ? [] : [key]), ...secretHeaders(headers)]),
      ...(keyVariable === undefined ? {} : { keyVariable }),
    },
  };
  return { facts, stream: (request, signal) => streamRequest(request, context, signal) };
}

/** Headers that carry a key of another kind. */
function secretHeaders(headers: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(headers).flatMap(([name, content]) =>
    /auth|key|token|secret|cookie/i.test(name) ? [content, content.replace(/^\w+\s+/, "")] : [],
  );
}
