import { canonicalJson, isJson, type Setting } from "@wield/core";
import type { SettingValue } from "../runtime.ts";
import { type AllSettingValues, SETTINGS, type SettingName } from "./app-settings.ts";
import { dotted } from "./describe-issue.ts";
import { type Layer, pathOfSetting } from "./layer.ts";

export interface CombinedSettings {
  /** What holds. */
  readonly values: AllSettingValues;
  /** What would hold without the workspace's file. */
  readonly person: AllSettingValues;
  readonly all: readonly SettingValue[];
  /** Values of the workspace's file that do not count, with place and reason. */
  readonly notUsed: readonly string[];
}

interface Placed {
  readonly value: unknown;
  readonly origin: string;
}

/** Default, home, workspace, environment, flags: later ones replace, and a workspace's never loosens. */
export function combineLayers(layers: readonly Layer[]): CombinedSettings {
  const values: Record<string, unknown> = {};
  const person: Record<string, unknown> = {};
  const all: SettingValue[] = [];
  const notUsed: string[] = [];
  const workspace = layers.find((layer) => layer.kind === "workspace");
  const others = layers.filter((layer) => layer !== workspace);

  for (const name of Object.keys(SETTINGS) as SettingName[]) {
    const setting: Setting = SETTINGS[name];
    const mine = lastSaid(name, others);
    const own: Placed =
      mine === undefined
        ? { value: setting.default, origin: "default" }
        : { ...mine, value: filledIn(setting, mine.value) };
    const theirs = workspace === undefined ? undefined : lastSaid(name, [workspace]);
    let result = own;
    if (
      workspace !== undefined &&
      theirs !== undefined &&
      !(setting.workspace.isPreference && isFromStart(name, others))
    ) {
      const combined = setting.workspace.combine(own.value, theirs.value);
      result = { value: combined.value, origin: originOf(combined.value, own, theirs) };
      for (const { path, reason } of combined.unused) {
        const place = workspace.place(pathOfSetting(name, path));
        notUsed.push(`${place}: ${dotted(name, path)} is not used: ${reason}`);
      }
    }
    values[name] = result.value;
    person[name] = own.value;
    all.push({ name, ...result });
  }
  return {
    // Defaults and checked values only, each under the name of its own setting.
    values: values as AllSettingValues,
    person: person as AllSettingValues,
    all: all.toSorted((left, right) => (left.name < right.name ? -1 : 1)),
    notUsed,
  };
}

function lastSaid(name: SettingName, layers: readonly Layer[]): Placed | undefined {
  const layer = layers.findLast((candidate) => Object.hasOwn(candidate.said, name));
  return layer === undefined
    ? undefined
    : { value: layer.said[name], origin: layer.place(pathOfSetting(name)) };
}

/** Environment and flags replace what a workspace prefers, as they replace the home's. */
function isFromStart(name: SettingName, layers: readonly Layer[]): boolean {
  return layers.some(
    ({ kind, said }) => (kind === "environment" || kind === "flag") && Object.hasOwn(said, name),
  );
}

/** A map keeps the keys of its default that were not named. */
function filledIn(setting: Setting, value: unknown): unknown {
  const { default: initial } = setting;
  const isMap = typeof initial === "object" && initial !== null && !Array.isArray(initial);
  return isMap ? { ...initial, ...(value as object) } : value;
}

function originOf(value: unknown, own: Placed, theirs: Placed): string {
  if (isSame(value, own.value)) return own.origin;
  if (own.origin === "default" || isSame(value, theirs.value)) return theirs.origin;
  return `${own.origin} and ${theirs.origin}`;
}

function isSame(left: unknown, right: unknown): boolean {
  return isJson(left) && isJson(right) && canonicalJson(left) === canonicalJson(right);
}
