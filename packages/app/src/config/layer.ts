import type { AllSettingValues } from "./app-settings.ts";
import type { SettingPath } from "./parse-config.ts";

export type LayerKind = "home" | "workspace" | "environment" | "flag";

/** What one source says, checked. */
export interface Layer {
  readonly kind: LayerKind;
  readonly said: Partial<AllSettingValues>;
  /** Where a part of a setting stands, for people: `FILE:LINE`, `environment WIELD_TOOLSET`, `flag --toolset`. */
  place(path: SettingPath): string;
}

export interface CheckedLayer {
  readonly layer: Layer;
  /** Each stops the start. One line, with its place. */
  readonly faults: readonly string[];
  readonly warnings: readonly string[];
}

export function pathOfSetting(name: string, within: SettingPath = []): SettingPath {
  return [...name.split("."), ...within];
}
