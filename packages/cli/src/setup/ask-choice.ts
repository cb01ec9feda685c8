import { chosenProvider, modelsOf, type ModelChoice } from "@wield/app";
import { fail, type Outcome, value } from "@wield/core";
import { detectModels, PROVIDER_PRESETS, type ProviderPreset } from "@wield/models";
import { systemClock } from "@wield/host";
import type { CommandInput } from "../argv/command-spec.ts";
import { defaultModelOf, type GivenChoice } from "./choice-from-flags.ts";

/** The person at the terminal. Answers are undefined when they leave. */
export interface SetupPerson {
  ask(prompt: string): Promise<string | undefined>;
  askHidden(prompt: string): Promise<string | undefined>;
  say(line: string): void;
}

const MOST_SHOWN = 15;

const LEFT = fail("left", "nothing was written");

/** Asks for what the flags leave open. Fails with `left` when the person leaves. */
export async function askChoice(
  given: GivenChoice,
  person: SetupPerson,
  input: CommandInput,
): Promise<Outcome<ModelChoice>> {
  const provider = given.provider ?? (await askProvider(person, input));
  if (provider === undefined) return LEFT;
  const preset = PROVIDER_PRESETS.find(({ name }) => name === provider);
  const baseUrl = given.baseUrl ?? (preset === undefined ? await askAddress(provider, person) : undefined);
  if (preset === undefined && baseUrl === undefined) return LEFT;
  const partly = { ...given, provider, ...(baseUrl === undefined ? {} : { baseUrl }) };
  const key = await askKey(partly, preset, { person, input });
  if (!key.ok) return key;
  const withKey = { ...partly, ...(key.value === undefined ? {} : { key: key.value }) };
  if (given.modelName !== undefined) return value({ ...withKey, modelName: given.modelName });
  const modelName = await askModel(withKey, person, input);
  return modelName === undefined ? LEFT : value({ ...withKey, modelName });
}

async function askProvider(person: SetupPerson, { env }: CommandInput): Promise<string | undefined> {
  person.say("Looking for keys in the environment and servers on this machine…");
  const found = await detectModels({ env, fetch, clock: systemClock, isThorough: true });
  const there = new Map(
    found.map(({ id, because }) => [
      id.split("/")[0] ?? "",
      "keyVariable" in because ? `${because.keyVariable} is set` : `runs at ${because.baseUrl}`,
    ]),
  );
  for (const [index, { name, label }] of PROVIDER_PRESETS.entries()) {
    const note = there.get(name);
    person.say(`  ${String(index + 1).padStart(2)}  ${label}${note === undefined ? "" : `  (${note})`}`);
  }
  person.say("Any other server that speaks Chat Completions: type a name for it.");
  const [first] = there.keys();
  for (;;) {
    const answer = await person.ask(first === undefined ? "provider: " : `provider [${first}]: `);
    if (answer === undefined) return undefined;
    const chosen = providerIn(answer.trim(), first);
    if (chosen !== undefined) return chosen;
    person.say("Type its number or its name.");
  }
}

function providerIn(answer: string, preset: string | undefined): string | undefined {
  if (answer === "") return preset;
  if (/^\d+$/.test(answer)) return PROVIDER_PRESETS[Number(answer) - 1]?.name;
  const name = answer.toLowerCase();
  const known = PROVIDER_PRESETS.find(
    (candidate) => candidate.name === name || candidate.label.toLowerCase() === name,
  );
  return known?.name ?? (/^[a-z0-9][a-z0-9_-]{0,31}$/.test(name) ? name : undefined);
}

async function askAddress(provider: string, person: SetupPerson): Promise<string | undefined> {
  for (;;) {
    const answer = (await person.ask(`address of ${provider}, such as https://models.example/v1: `))?.trim();
    if (answer === undefined) return undefined;
    if (/^https?:\/\//.test(answer) && URL.canParse(answer)) return answer;
    person.say("It begins with http:// or https://.");
  }
}

/** Nothing when no key is to be kept: there is one, or none is needed. */
async function askKey(
  choice: Omit<ModelChoice, "modelName">,
  preset: ProviderPreset | undefined,
  { person, input }: { readonly person: SetupPerson; readonly input: CommandInput },
): Promise<Outcome<string | undefined>> {
  if (choice.key !== undefined) return value(choice.key);
  const found = await chosenProvider(choice, input);
  if (!found.ok && found.code !== "no_key") return found;
  if (found.ok && found.value.key !== undefined) {
    person.say(`The key in ${found.value.keyVariable ?? "the environment"} is used.`);
    return value(undefined);
  }
  const needsKey = (preset?.keyVariables ?? []).length > 0;
  if (found.ok && found.value.isLocal && !needsKey) return value(undefined);
  if (!found.ok && choice.keyVariable !== undefined) return found;
  if (preset?.keyPage !== undefined) person.say(`Keys are made at ${preset.keyPage}.`);
  const isOptional = found.ok;
  for (;;) {
    const typed = await person.askHidden(
      `key of ${choice.provider}${isOptional ? " (none: return)" : ""}, not shown: `,
    );
    if (typed === undefined) return LEFT;
    if (typed !== "") return value(typed);
    if (isOptional) return value(undefined);
  }
}

async function askModel(
  choice: Omit<ModelChoice, "modelName">,
  person: SetupPerson,
  input: CommandInput,
): Promise<string | undefined> {
  const listed = await modelsOf(choice, input);
  const names = listed.ok ? listed.value : [];
  const usual = defaultModelOf(choice.provider);
  const preset = usual !== undefined && (names.length === 0 || names.includes(usual)) ? usual : names[0];
  if (names.length > 0) {
    person.say(
      `Models: ${names.slice(0, MOST_SHOWN).join(", ")}${names.length > MOST_SHOWN ? `, and ${names.length - MOST_SHOWN} more` : ""}`,
    );
  }
  for (;;) {
    const answer = (await person.ask(preset === undefined ? "model: " : `model [${preset}]: `))?.trim();
    if (answer === undefined) return undefined;
    const name = answer === "" ? preset : answer;
    if (name !== undefined && !/\s/.test(name)) return name;
    person.say("Type the name of a model, without blanks.");
  }
}
