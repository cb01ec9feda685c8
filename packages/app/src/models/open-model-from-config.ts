import { resolve } from "node:path";
import type { ModelPort, Outcome } from "@wield/core";
import type { Runtime } from "../runtime.ts";
import { awakeClock } from "./awake-clock.ts";
import { type ModelSettingValues, providerSettingsOf } from "./model-settings.ts";
import { readTextFile } from "./read-text-file.ts";
import { readStoredKeys } from "./stored-keys.ts";

export interface ModelSource {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Default: the platform's. */
  readonly fetch?: typeof globalThis.fetch;
  /** Where `key=@FILE` of the manual model is looked up. */
  readonly cwd?: string;
}

/** A server on this machine answers at once, or is not asked. */
const FACTS_TIMEOUT_MS = 1000;

type ModelRuntime = Pick<Runtime, "home" | "settings"> & { readonly agent: Pick<Runtime["agent"], "clock"> };

/**
 * Models as the configuration names them: `auto`, `manual` or `PROVIDER/NAME`. The adapters are loaded with the first
 * one. Fails with what is missing: `no_key`, `unknown_provider`, `invalid_base_url`, `invalid_model_id`,
 * `configuration_error`.
 */
export function openModelFromConfig(
  runtime: ModelRuntime,
  { env, fetch = globalThis.fetch, cwd }: ModelSource,
): (id: string) => Promise<Outcome<ModelPort>> {
  return async (id) => {
    const { detectModels, findProvider, localFacts, manualModel, openModel, parseModelId } =
      await import("@wield/models");
    const clock = awakeClock(runtime.agent.clock);
    const manual = (): Outcome<ModelPort> => ({
      ok: true,
      value: manualModel(cwd === undefined ? {} : { readFile: (path) => readTextFile(resolve(cwd, path)) }),
    });
    if (id === "manual") return manual();
    const keys = readStoredKeys(runtime.home);
    if (!keys.ok) return keys;
    const configured = providersIn(runtime);
    const providers = providerSettingsOf(configured, { env, keys: keys.value });
    const [detected] = id === "auto" ? await detectModels({ env, fetch, clock }) : [{ id }];
    if (detected === undefined) return manual();

    const parsed = parseModelId(detected.id);
    if (!parsed.ok) return parsed;
    const { provider, modelName } = parsed.value;
    const found = findProvider(provider, { settings: providers, env });
    if (!found.ok) return found;
    const { baseUrl } = found.value;
    const said = Object.hasOwn(configured, provider) ? configured[provider] : undefined;
    const { context_window: contextWindow, max_output_tokens: maxOutputTokens, images } = said ?? {};
    const question = { provider, modelName, baseUrl, fetch, clock, timeoutMs: FACTS_TIMEOUT_MS };
    return openModel(detected.id, {
      providers,
      env,
      fetch,
      clock,
      random: Math.random,
      facts: {
        ...(await localFacts(question)),
        ...(contextWindow === undefined ? {} : { contextWindow }),
        ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
        ...(images === undefined ? {} : { canSeeImages: images }),
      },
    });
  };
}

/** As the configuration has them. */
export function providersIn({ settings }: Pick<Runtime, "settings">): ModelSettingValues["providers"] {
  const found = settings.all.find(({ name }) => name === "providers")?.value;
  return (found ?? {}) as ModelSettingValues["providers"];
}
