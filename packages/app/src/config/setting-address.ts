import { fail, nearestName, type Outcome, value } from "@wield/core";
import { isSettingName, SETTINGS, type SettingName } from "./app-settings.ts";
import type { SettingPath } from "./parse-config.ts";

/** A setting, or one key of a setting that is a map: `tools.timeouts.grep`. */
export interface SettingAddress {
  readonly name: SettingName;
  readonly within: SettingPath;
}

/** Fails with `unknown_setting` and the nearest names. */
export function findSetting(dottedName: string): Outcome<SettingAddress> {
  if (isSettingName(dottedName)) return value({ name: dottedName, within: [] });
  const parts = dottedName.split(".");
  for (let length = parts.length - 1; length > 0; length -= 1) {
    const name = parts.slice(0, length).join(".");
    if (isSettingName(name) && isMap(SETTINGS[name].default))
      return value({ name, within: parts.slice(length) });
  }
  return unknownSetting(dottedName);
}

/** The settings a name stands for: itself, or all below it. */
export function settingsBelow(prefix: string): readonly SettingName[] {
  return Object.keys(SETTINGS)
    .filter(isSettingName)
    .filter((name) => name === prefix || name.startsWith(`${prefix}.`))
    .toSorted();
}

function unknownSetting(name: string): Outcome<never> {
  const names = Object.keys(SETTINGS);
  const byLastPart = new Map(names.map((known) => [known.split(".").at(-1) ?? known, known]));
  const last = nearestName(name.split(".").at(-1) ?? name, byLastPart.keys());
  const nearest = (last === undefined ? undefined : byLastPart.get(last)) ?? nearestName(name, names);
  return fail("unknown_setting", `unknown setting ${JSON.stringify(name)}`, {
    hint:
      nearest === undefined ? `known settings: ${names.toSorted().join(", ")}` : `did you mean "${nearest}"?`,
  });
}

function isMap(initial: unknown): boolean {
  return typeof initial === "object" && initial !== null && !Array.isArray(initial);
}
