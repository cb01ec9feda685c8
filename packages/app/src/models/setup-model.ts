import { type Clock, fail, type Outcome, value } from "@wield/core";
import { systemClock } from "@wield/host";
import type { FoundProvider } from "@wield/models";
import { setSetting } from "../config/set-setting.ts";
import type { Places } from "../config/places.ts";
import { awakeClock } from "./awake-clock.ts";
import { storeKey } from "./stored-keys.ts";

/** A model as a person chose it. */
export interface ModelChoice {
  readonly provider: string;
  readonly modelName: string;
  /** Where it is asked, when that is not where its preset says. */
  readonly baseUrl?: string;
  /** The variable that holds the key, when it is not the usual one. */
  readonly keyVariable?: string;
  /** A key to be kept. */
  readonly key?: string;
}

export interface SetupWorld {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly fetch?: typeof globalThis.fetch;
  readonly clock?: Clock;
}

const LIST_TIMEOUT_MS = 5000;
const TEST_ANSWER_TOKENS = 512;

/** The provider of a choice. Fails as the model would. */
export async function chosenProvider(
  { provider, ...own }: Omit<ModelChoice, "modelName">,
  { env }: SetupWorld,
): Promise<Outcome<FoundProvider>> {
  const { findProvider } = await import("@wield/models");
  // A key that was typed now counts, whatever the environment holds.
  const variables = own.key === undefined ? env : {};
  return findProvider(provider, { settings: { [provider]: own }, env: variables });
}

/** The models that the provider lists; empty when it lists none. */
export async function modelsOf(
  choice: Omit<ModelChoice, "modelName">,
  world: SetupWorld,
): Promise<Outcome<readonly string[]>> {
  const found = await chosenProvider(choice, world);
  if (!found.ok) return found;
  const { listProviderModels } = await import("@wield/models");
  const { fetch = globalThis.fetch, clock = systemClock } = world;
  const listed = await listProviderModels(found.value, {
    fetch,
    clock: awakeClock(clock),
    timeoutMs: LIST_TIMEOUT_MS,
  });
  return value(listed ?? []);
}

/** Asks the model once. Gives its answer; fails with what the provider said and what to do, without the key. */
export async function tryModel(choice: ModelChoice, world: SetupWorld): Promise<Outcome<string>> {
  const { openModel } = await import("@wield/models");
  const { provider, modelName, ...own } = choice;
  const { env, fetch = globalThis.fetch, clock = systemClock } = world;
  const opened = openModel(`${provider}/${modelName}`, {
    providers: { [provider]: own },
    env: own.key === undefined ? env : {},
    fetch,
    clock: awakeClock(clock),
    random: Math.random,
  });
  if (!opened.ok) return opened;
  const stop = new AbortController();
  const request = {
    system: "You are being tested. Answer with one word.",
    messages: [
      { role: "user", id: "test", origin: "person", parts: [{ kind: "text", text: "Say hello." }] } as const,
    ],
    tools: [],
    maxOutputTokens: TEST_ANSWER_TOKENS,
  };
  for await (const event of opened.value.stream(request, stop.signal)) {
    if (event.kind === "answer") return value(textOf(event.answer.parts));
    if (event.kind !== "failed" && event.kind !== "attempt_failed") continue;
    // Whoever sets it up wants to see the first failure, not the fifth.
    const { message, hint } = event.failure;
    stop.abort();
    return fail("model_error", message, hint === undefined ? {} : { hint });
  }
  return fail("model_error", `${provider} gave no answer`);
}

/**
 * Writes the choice: the key into `keys.yaml`, the rest into the person's configuration, whose comments stay. Gives the
 * files that were written.
 */
export async function writeChoice(
  { provider, modelName, baseUrl, keyVariable, key }: ModelChoice,
  { home, configFile, userHome }: Pick<Places, "home" | "configFile" | "userHome">,
): Promise<Outcome<readonly string[]>> {
  const entries: readonly (readonly [string, string | undefined])[] = [
    [`providers.${provider}.base_url`, baseUrl],
    [`providers.${provider}.key_env`, keyVariable],
    ["model", `${provider}/${modelName}`],
  ];
  for (const [name, text] of entries) {
    if (text === undefined) continue;
    const set = await setSetting({ file: configFile, name, text, userHome });
    if (!set.ok) return set;
  }
  if (key === undefined) return value([configFile]);
  const stored = storeKey(home, provider, key);
  return stored.ok ? value([configFile, stored.value]) : stored;
}

function textOf(parts: readonly { readonly kind: string; readonly text?: string }[]): string {
  return parts
    .flatMap((part) => (part.kind === "text" ? [part.text ?? ""] : []))
    .join(" ")
    .trim();
}
