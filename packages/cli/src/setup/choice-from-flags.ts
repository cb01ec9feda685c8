import { text as readAll } from "node:stream/consumers";
import { chosenProvider, type ModelChoice } from "@wield/app";
import { fail, type Outcome, value } from "@wield/core";
import { PROVIDER_PRESETS } from "@wield/models";
import type { CommandInput } from "../argv/command-spec.ts";

/** What the flags say; whatever is absent has to be asked for, or has a default. */
export type GivenChoice = Partial<ModelChoice>;

/** Fails with `wrong_usage`, or `no_key` when standard input was to hold one. */
export async function givenByFlags({ flags, io }: CommandInput): Promise<Outcome<GivenChoice>> {
  const model = flags.get("model");
  const slash = model?.indexOf("/") ?? -1;
  const provider = flags.get("provider") ?? (slash > 0 ? model?.slice(0, slash) : undefined);
  const isPrefixed = provider !== undefined && model?.startsWith(`${provider}/`) === true;
  const modelName = isPrefixed ? model.slice(provider.length + 1) : model;
  const baseUrl = flags.get("base-url");
  const keyVariable = flags.get("key-env");
  if (flags.has("key-stdin") && keyVariable !== undefined)
    return fail("wrong_usage", "--key-stdin and --key-env both say where the key is: give one");
  const key = flags.has("key-stdin") ? (await readAll(io.stdin)).trim() : undefined;
  if (key === "") return fail("no_key", "standard input held no key");
  return value({
    ...(provider === undefined ? {} : { provider }),
    ...(modelName === undefined ? {} : { modelName }),
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(keyVariable === undefined ? {} : { keyVariable }),
    ...(key === undefined ? {} : { key }),
  });
}

/** The choice that the flags make without anybody to ask. Fails with `wrong_usage` when something is missing. */
export async function completeChoice(
  given: GivenChoice,
  { env }: CommandInput,
): Promise<Outcome<ModelChoice>> {
  const { provider } = given;
  if (provider === undefined) {
    return fail("wrong_usage", "nobody can be asked here: standard input or output is no terminal", {
      hint: "say it by flags: wield setup --provider NAME --model NAME [--key-env VARIABLE | --key-stdin] [--base-url URL].",
    });
  }
  const found = await chosenProvider({ ...given, provider }, { env });
  if (!found.ok) return found;
  const modelName = given.modelName ?? defaultModelOf(provider);
  if (modelName === undefined)
    return fail("wrong_usage", `${provider} has no default model`, { hint: "name one with --model NAME." });
  return value({ ...given, provider, modelName });
}

export function defaultModelOf(provider: string): string | undefined {
  return PROVIDER_PRESETS.find(({ name }) => name === provider)?.defaultModel;
}
