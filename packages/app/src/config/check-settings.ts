import { isJsonObject, type JsonObject, nearestName, type Setting, type Zod } from "@wield/core";
import type { core } from "zod";
import { type AllSettingValues, SETTINGS } from "./app-settings.ts";
import { describeIssue, dotted } from "./describe-issue.ts";
import { type CheckedLayer, type LayerKind, pathOfSetting } from "./layer.ts";
import type { SettingPath } from "./parse-config.ts";

const BY_NAME: ReadonlyMap<string, Setting> = new Map(Object.entries(SETTINGS));

export interface CheckContext {
  readonly kind: LayerKind;
  readonly zod: Zod;
  place(path: SettingPath): string;
}

/** Checks a whole map of settings, nested by the dots of their names. */
export function checkSettings(root: JsonObject, context: CheckContext): CheckedLayer {
  const said: Record<string, unknown> = {};
  const faults: string[] = [];
  const warnings: string[] = [];

  const walk = (map: JsonObject, above: readonly string[]): void => {
    for (const [key, value] of Object.entries(map)) {
      const path = [...above, key];
      const name = path.join(".");
      const setting = key.includes(".") ? undefined : BY_NAME.get(name);
      if (setting !== undefined) checkOne(name, setting, value);
      else if (isGroup(name) && !key.includes(".")) walkGroup(value, path);
      else {
        const { text, isFault } = unknownKey(key, above, value);
        (isFault ? faults : warnings).push(`${context.place(path)}: ${text}`);
      }
    }
  };
  const walkGroup = (value: unknown, path: readonly string[]): void => {
    if (isJsonObject(value)) walk(value, path);
    else if (value !== null) {
      faults.push(
        `${context.place(path)}: ${path.join(".")} must be a map of settings (${membersOf(path).join(", ")})`,
      );
    }
  };
  const checkOne = (name: string, setting: Setting, value: unknown): void => {
    if (value === null && typeof setting.default === "object") return;
    const checked = checkValue(setting, value, context.zod);
    const sayAt = (issue: core.$ZodIssue): string => {
      const within = issue.path.filter((step) => typeof step !== "symbol");
      return `${context.place(pathOfSetting(name, within))}: ${describeIssue(name, setting, value, issue)}`;
    };
    warnings.push(...checked.unknownKeys.map(sayAt));
    faults.push(...checked.issues.map(sayAt));
    if (checked.issues.length === 0) said[name] = checked.value;
  };

  walk(root, []);
  // Each value was checked by the schema of its own setting, whose output is the type that stands there.
  return {
    layer: { kind: context.kind, said: said as Partial<AllSettingValues>, place: context.place },
    faults,
    warnings,
  };
}

interface CheckedValue {
  readonly value: unknown;
  readonly issues: readonly core.$ZodIssue[];
  /** Passed over, since nothing is protected by the setting. */
  readonly unknownKeys: readonly core.$ZodIssue[];
}

function checkValue(setting: Setting, value: unknown, zod: Zod): CheckedValue {
  const schema = setting.schema(zod);
  const parsed = schema.safeParse(value);
  if (parsed.success) return { value: parsed.data, issues: [], unknownKeys: [] };
  const { issues } = parsed.error;
  const unknownKeys = issues.filter((issue) => issue.code === "unrecognized_keys");
  if (setting.protects === true || unknownKeys.length < issues.length)
    return { value, issues, unknownKeys: [] };
  const again = schema.safeParse(withoutKeys(value, unknownKeys));
  return again.success
    ? { value: again.data, issues: [], unknownKeys }
    : { value, issues: again.error.issues, unknownKeys: [] };
}

function withoutKeys(value: unknown, issues: readonly core.$ZodIssueUnrecognizedKeys[]): unknown {
  const copy: unknown = structuredClone(value);
  for (const { path, keys } of issues) {
    let holder = copy;
    for (const step of path) holder = (holder as Record<PropertyKey, unknown>)[step];
    for (const key of keys) delete (holder as Record<string, unknown>)[key];
  }
  return copy;
}

function isGroup(name: string): boolean {
  return [...BY_NAME.keys()].some((known) => known.startsWith(`${name}.`));
}

/** The next parts of the names below a group. */
function membersOf(path: readonly string[]): readonly string[] {
  const prefix = path.map((part) => `${part}.`).join("");
  const below = [...BY_NAME.keys()].filter((name) => name.startsWith(prefix));
  return [...new Set(below.map((name) => name.slice(prefix.length).split(".", 1)[0] ?? ""))];
}

const UNPROTECTED = "(it would leave something unprotected, so it is not passed over)";

function unknownKey(
  key: string,
  above: readonly string[],
  held: unknown,
): { readonly text: string; readonly isFault: boolean } {
  const name = dotted(above[0] ?? key, above.length === 0 ? [] : [...above.slice(1), key]);
  const text = `unknown key ${JSON.stringify(name)}`;
  const meant = nearestSetting(key, above);
  const inside = protectingIn(held);
  if (inside !== undefined)
    return { text: `${text} holds what "${inside}" is for ${UNPROTECTED}`, isFault: true };
  if (meant === undefined) return { text, isFault: false };
  const isFault = BY_NAME.get(meant)?.protects === true;
  const why = isFault ? ` ${UNPROTECTED}` : "";
  return { text: `${text}; did you mean "${meant}", one level for each part of the name?${why}`, isFault };
}

/** A setting that protects and whose name, or nearly, stands somewhere in what an unknown key holds. */
function protectingIn(held: unknown): string | undefined {
  if (Array.isArray(held)) return held.map(protectingIn).find((name) => name !== undefined);
  if (!isJsonObject(held)) return undefined;
  for (const [key, value] of Object.entries(held)) {
    const meant = settingByLastPart(key);
    const inside = meant !== undefined && BY_NAME.get(meant)?.protects === true ? meant : protectingIn(value);
    if (inside !== undefined) return inside;
  }
  return undefined;
}

/** Beside the key first, then anywhere by the last part of the name. */
function nearestSetting(key: string, above: readonly string[]): string | undefined {
  if (BY_NAME.has(key)) return key;
  const sibling = nearestName(key, membersOf(above));
  if (sibling !== undefined) return [...above, sibling].join(".");
  return settingByLastPart(key);
}

function settingByLastPart(key: string): string | undefined {
  const byLastPart = new Map([...BY_NAME.keys()].map((name) => [name.split(".").at(-1) ?? name, name]));
  const last = nearestName(key.split(".").at(-1) ?? key, byLastPart.keys());
  return last === undefined ? undefined : byLastPart.get(last);
}
