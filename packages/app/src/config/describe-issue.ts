import { nearestName, type Setting } from "@wield/core";
import type { core } from "zod";
import type { SettingPath } from "./parse-config.ts";

/** What is wrong with a value, what came and what is allowed, without the place. */
export function describeIssue(name: string, setting: Setting, value: unknown, issue: core.$ZodIssue): string {
  const path = issue.path.filter((step) => typeof step !== "symbol");
  const at = dotted(name, path);
  const came = valueAt(value, path);
  switch (issue.code) {
    case "unrecognized_keys":
      return `${at} has the unknown key ${issue.keys.map((key) => JSON.stringify(key)).join(", ")}; allowed: ${setting.allowed}`;
    case "invalid_key":
      return `${dotted(name, path.slice(0, -1))} has the unknown key ${JSON.stringify(path.at(-1))}; allowed: ${setting.allowed}`;
    case "custom":
      return `${at} is ${show(came)}: ${issue.message}`;
    case "invalid_value": {
      const allowed = issue.values.map(String);
      if (came === undefined) return `${at} is missing; allowed: ${allowed.join(", ")}`;
      return `${at} is ${show(came)}; allowed: ${allowed.join(", ")}${suggestion(came, allowed)}`;
    }
    default:
      return `${at} is ${show(came)}; allowed: ${setting.allowed}`;
  }
}

/** `tools.rules[0].action` */
export function dotted(name: string, path: SettingPath): string {
  return path.reduce<string>(
    (text, step) => text + (typeof step === "number" ? `[${step}]` : `.${step}`),
    name,
  );
}

/** A value as it stands in a message: JSON, at most 80 characters. */
function show(value: unknown): string {
  if (value === undefined) return "missing";
  if (value === null) return "empty";
  const text = JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

function suggestion(came: unknown, allowed: readonly string[]): string {
  const nearest = typeof came === "string" ? nearestName(came, allowed) : undefined;
  return nearest === undefined ? "" : `; did you mean "${nearest}"?`;
}

function valueAt(value: unknown, path: SettingPath): unknown {
  let found = value;
  for (const step of path) {
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, step)) return undefined;
    found = (found as Readonly<Record<string | number, unknown>>)[step];
  }
  return found;
}
