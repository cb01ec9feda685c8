import type { FoundProvider } from "@wield/models";
import type { Runtime } from "../runtime.ts";
import { providerSettingsOf } from "./model-settings.ts";
import { providersIn } from "./open-model-from-config.ts";
import { readStoredKeys } from "./stored-keys.ts";

/** What is configured about models, for people. Never holds a key. */
export interface ModelsDescription {
  /** `auto`, `manual` or `PROVIDER/NAME`. */
  readonly model: string;
  readonly origin: string;
  /** Why the model cannot be asked; absent when it can. */
  readonly fault?: string;
  /** Providers that could be asked, one line each: name, address, where the key is from. */
  readonly usable: readonly string[];
}

/** Looks at the configuration and the environment only; nothing is asked. */
export async function describeModels(
  runtime: Pick<Runtime, "home" | "settings">,
  env: Readonly<Record<string, string | undefined>>,
): Promise<ModelsDescription> {
  const { findProvider, PROVIDER_PRESETS } = await import("@wield/models");
  const set = runtime.settings.all.find(({ name }) => name === "model");
  const model = String(set?.value ?? "auto");
  const keys = readStoredKeys(runtime.home);
  const configured = providersIn(runtime);
  const settings = providerSettingsOf(configured, { env, keys: keys.ok ? keys.value : new Map() });
  const names = new Set([...PROVIDER_PRESETS.map(({ name }) => name), ...Object.keys(settings)]);
  const usable: string[] = [];
  for (const name of names) {
    const found = findProvider(name, { settings, env });
    if (!found.ok) continue;
    // A server on this machine may run or not; only one that was configured is named.
    if (found.value.isLocal && !Object.hasOwn(settings, name)) continue;
    usable.push(lineOf(found.value));
  }
  const [provider = ""] = model.split("/");
  const chosen = model.includes("/") ? findProvider(provider, { settings, env }) : undefined;
  const fault = !keys.ok ? keys : chosen?.ok === false ? chosen : undefined;
  return {
    model,
    origin: set?.origin ?? "default",
    usable,
    ...(fault === undefined ? {} : { fault: `${fault.message}; ${fault.hint ?? ""}` }),
  };
}

function lineOf({ name, baseUrl, key, keyVariable }: FoundProvider): string {
  const from =
    key === undefined ? "no key" : keyVariable === undefined ? "key in keys.yaml" : `key in ${keyVariable}`;
  return `${name}: ${baseUrl} (${from})`;
}
