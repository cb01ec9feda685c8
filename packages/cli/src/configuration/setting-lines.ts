import type { SettingValue } from "@wield/app";
import { visibleText } from "@wield/core";
import type { Colours } from "../terminal/colours.ts";

/** One line per setting: name, value, and where it comes from. */
export function settingLines(settings: readonly SettingValue[], colours: Colours): string {
  return settings
    .map(
      ({ name, value, origin }) =>
        `${name}: ${visibleText(shownValue(value))}  ${colours.dim(`(${visibleText(origin)})`)}\n`,
    )
    .join("");
}

/** Text as it is, anything else as JSON. */
export function shownValue(value: unknown): string {
  if (typeof value === "string") return value;
  return (
    JSON.stringify(value, (_key, part: unknown) => (part instanceof Map ? Object.fromEntries(part) : part)) ??
    ""
  );
}
