import { fail, listNames, nearNames, value, type Outcome } from "@wield/core";
import { isLoopback } from "../endpoint/loopback.ts";
import { anthropicFamily } from "../families/anthropic.ts";
import { chatFamily } from "../families/chat.ts";
import type { Family } from "../families/family.ts";
import { googleFamily } from "../families/google.ts";
import { openAiFamily } from "../families/openai.ts";
import { PROVIDER_PRESETS, type ProviderPreset, type WireFormat } from "./provider-presets.data.ts";
import type { Environment, ProviderSettings, ProviderSettingsByName } from "./provider-settings.ts";

/** A provider with all that is needed to ask it. */
export interface FoundProvider {
  readonly name: string;
  readonly label: string;
  readonly format: WireFormat;
  readonly family: Family;
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly key?: string;
  /** Where the key came from, or where it is expected. */
  readonly keyVariable?: string;
  /** It is on this machine: no key is needed, and it may take its time to load a model. */
  readonly isLocal: boolean;
}

/**
 * The provider by its name: its preset, changed by what is configured. Fails with `unknown_provider`,
 * `invalid_base_url`, `no_key`.
 */
export function findProvider(
  name: string,
  { settings, env }: { readonly settings: ProviderSettingsByName; readonly env: Environment },
): Outcome<FoundProvider> {
  const preset = PROVIDER_PRESETS.find((candidate) => candidate.name === name);
  const own: ProviderSettings = Object.hasOwn(settings, name) ? (settings[name] ?? {}) : {};
  const baseUrl = (own.baseUrl ?? preset?.baseUrl)?.replace(/\/+$/, "");
  if (baseUrl === undefined) return unknownProvider(name, settings);
  if (!URL.canParse(baseUrl) || !/^https?:$/.test(new URL(baseUrl).protocol)) {
    return fail("invalid_base_url", `the address of ${name} is no web address: "${baseUrl}"`, {
      hint: `correct providers.${name}.base_url.`,
    });
  }
  const isLocal = isLoopback(new URL(baseUrl).hostname);
  const variables = own.keyVariable === undefined ? (preset?.keyVariables ?? []) : [own.keyVariable];
  const variable = variables.find((candidate) => keyIn(env, candidate) !== undefined);
  const key = variable === undefined ? own.key?.trim() : keyIn(env, variable);
  if (key === undefined && !isLocal && variables.length > 0) return noKey(name, variables, preset);
  if (key !== undefined && !/^[\u0021-\u007e]+$/.test(key)) {
    return fail(
      "no_key",
      `the key of ${name} holds characters that no key has, such as a blank or a line break`,
      {
        hint: `copy it again${variable === undefined ? " with `wield setup`" : ` into ${variable}`}.`,
      },
    );
  }
  const format = own.format ?? preset?.format ?? "chat";
  const shownVariable = variable ?? (own.key === undefined ? variables[0] : undefined);
  return value({
    name,
    label: preset?.label ?? name,
    format,
    family: familyOf(format, preset),
    baseUrl,
    headers: own.headers ?? {},
    isLocal,
    ...(key === undefined ? {} : { key }),
    ...(shownVariable === undefined ? {} : { keyVariable: shownVariable }),
  });
}

const FAMILIES = new Map<string, Family>();

/** One for each provider, so that what was shaped for it once is found again. */
function familyOf(format: WireFormat, preset: ProviderPreset | undefined): Family {
  switch (format) {
    case "anthropic":
      return anthropicFamily;
    case "openai":
      return openAiFamily;
    case "google":
      return googleFamily;
    case "chat": {
      const id = preset?.name ?? "";
      const family = FAMILIES.get(id) ?? chatFamily(preset?.quirks);
      FAMILIES.set(id, family);
      return family;
    }
  }
}

function keyIn(env: Environment, variable: string): string | undefined {
  const found = Object.hasOwn(env, variable) ? env[variable]?.trim() : undefined;
  return found === "" ? undefined : found;
}

function noKey(
  name: string,
  variables: readonly string[],
  preset: ProviderPreset | undefined,
): Outcome<never> {
  const page = preset?.keyPage === undefined ? "" : ` Keys are made at ${preset.keyPage}.`;
  return fail("no_key", `there is no key for ${name}: ${variables.join(" or ")} is not set`, {
    hint: `set ${variables[0] ?? "the variable"}, or give a key with \`wield setup\`.${page}`,
  });
}

function unknownProvider(name: string, settings: ProviderSettingsByName): Outcome<never> {
  const known = [
    ...new Set([...PROVIDER_PRESETS.map((preset) => preset.name), ...Object.keys(settings)]),
  ].filter((one) => one !== name);
  const near = nearNames(name, known);
  return fail("unknown_provider", `there is no provider "${name}"`, {
    hint:
      near.length > 0
        ? `did you mean ${near.join(" or ")}?`
        : `known are ${listNames(known)}; any other needs providers.${name}.base_url.`,
  });
}
