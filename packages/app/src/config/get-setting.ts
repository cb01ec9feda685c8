import { fail, type Outcome, value } from "@wield/core";
import type { SettingValue } from "../runtime.ts";
import { findSetting, settingsBelow } from "./setting-address.ts";

/**
 * What `wield config get NAME` shows: one setting, one key of a map, or all settings below a name. Fails with
 * `unknown_setting`, or `not_set` for a key of a map that is not there.
 */
export function getSetting(all: readonly SettingValue[], name: string): Outcome<readonly SettingValue[]> {
  const below = settingsBelow(name);
  if (below.length > 0) return value(all.filter((entry) => below.some((known) => known === entry.name)));
  const found = findSetting(name);
  if (!found.ok) return found;
  const entry = all.find((candidate) => candidate.name === found.value.name);
  if (entry === undefined) return fail("not_set", `${name} is not set`);
  let part: unknown = entry.value;
  for (const step of found.value.within) {
    if (typeof part !== "object" || part === null || !Object.hasOwn(part, step)) {
      return fail("not_set", `${name} is not set`, {
        hint: `${entry.name} is ${JSON.stringify(entry.value)}`,
      });
    }
    part = (part as Readonly<Record<string | number, unknown>>)[step];
  }
  return value([{ name, value: part, origin: entry.origin }]);
}
