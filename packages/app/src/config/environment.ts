import { nearestName, type Zod } from "@wield/core";
import { type SettingName, SETTINGS } from "./app-settings.ts";
import { checkSettings } from "./check-settings.ts";
import type { CheckedLayer } from "./layer.ts";

/** Variables that stand for a setting. */
export const SETTING_OF: ReadonlyMap<string, SettingName> = new Map([
  ["WIELD_TOOLSET", "tools.toolset"],
  ["WIELD_MODEL", "model"],
  ["WIELD_APPROVAL_MODE", "tools.approval_mode"],
  ["WIELD_LOG_LEVEL", "log.level"],
]);

const OTHER_VARIABLES = ["WIELD_HOME", "WIELD_WORKSPACE", "WIELD_TOKEN"];

/** Flags of every command, by the setting they stand for. */
export const FLAG_OF: ReadonlyMap<string, string> = new Map([
  ["tools.toolset", "--toolset"],
  ["tools.approval_mode", "--approval-mode"],
]);

export interface GivenValue {
  readonly name: SettingName;
  readonly value: string;
  readonly origin: string;
}

/** An empty variable counts as not set, except where that could loosen something. */
export function valuesFromEnvironment(
  env: Readonly<Record<string, string | undefined>>,
): readonly GivenValue[] {
  const given: GivenValue[] = [];
  for (const [variable, name] of SETTING_OF) {
    const value = env[variable];
    const mayBeEmpty = !("protects" in SETTINGS[name]);
    if (value === undefined || (value === "" && mayBeEmpty)) continue;
    given.push({ name, value, origin: `environment ${variable}` });
  }
  return given;
}

/** Variables that look like one of ours and are none. */
export function unknownVariables(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  const known = [...SETTING_OF.keys(), ...OTHER_VARIABLES];
  const plain = known.map((variable) => variable.slice("WIELD_".length));
  return Object.keys(env)
    .filter((variable) => variable.startsWith("WIELD_") && !known.includes(variable))
    .flatMap((variable) => {
      const nearest = nearestName(variable.slice("WIELD_".length), plain);
      if (nearest === undefined) return [];
      return [`environment ${variable}: unknown variable; did you mean "WIELD_${nearest}"?`];
    });
}

export function valuesFromFlags(flags: {
  readonly toolset?: string;
  readonly approvalMode?: string;
}): readonly GivenValue[] {
  const given: GivenValue[] = [];
  const add = (name: SettingName, value: string | undefined): void => {
    if (value !== undefined) given.push({ name, value, origin: `flag ${FLAG_OF.get(name) ?? name}` });
  };
  add("tools.toolset", flags.toolset);
  add("tools.approval_mode", flags.approvalMode);
  return given;
}

/** The given values as a layer, checked like those of a file. */
export function checkGiven(
  kind: "environment" | "flag",
  given: readonly GivenValue[],
  zod: Zod,
): CheckedLayer {
  const origins = new Map(given.map(({ name, origin }) => [name as string, origin]));
  const root: Record<string, Record<string, string> | string> = {};
  for (const { name, value } of given) {
    const [group, key] = name.split(".", 2) as [string, string | undefined];
    if (key === undefined) root[group] = value;
    else root[group] = { ...(root[group] as Record<string, string> | undefined), [key]: value };
  }
  const place = (path: readonly (string | number)[]): string =>
    origins.get(path.slice(0, 2).join(".")) ?? origins.get(String(path[0])) ?? kind;
  return checkSettings(root, { kind, zod, place });
}
