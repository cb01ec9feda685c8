import type { SettingValue } from "@wield/app";
import { visibleText } from "@wield/core";
import type { Colours } from "../terminal/colours.ts";
import { jsonText } from "../terminal/json-text.ts";

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
  return typeof value === "string" ? value : jsonText(value);
}
