import type { ToolsetSettings } from "../registry/toolset-settings.ts";
import type { Surface } from "../ports/journal.ts";
import { strictestMode } from "./approval-mode.ts";
import type { CoreSettingValues } from "./core-settings.ts";
import type { ToolSettings } from "./tool-settings.ts";

/** From the units of the configuration file to those the pipeline works with, for one surface. */
export function toolSettingsOf(values: CoreSettingValues, surface: Surface): ToolSettings {
  const timeouts = Object.entries(values["tools.timeouts"]);
  return Object.freeze({
    approvalMode: strictestMode(values["tools.approval_mode"], values["tools.platform_approval"][surface]),
    rules: values["tools.rules"],
    blockedCommands: values["terminal.blocked"],
    approvalTimeoutMs: toMs(values["tools.approval_timeout"]),
    timeoutMs: toMs(values["tools.timeout"]),
    timeoutsMs: new Map(timeouts.map(([tool, limit]) => [tool, toMs(limit)])),
    maxOutputChars: values["tools.max_output_chars"],
    maxParallel: values["tools.max_parallel"],
    fenceUntrusted: values["tools.fence_untrusted"],
    isJournalStrict: values["journal.strict"],
    maxUndoBytes: values["undo.max_file_bytes"],
  });
}

/** `said` may be what one file says: what it leaves out is left out here too. */
export function toolsetSettingsOf(said: CoreSettingValues): ToolsetSettings;
export function toolsetSettingsOf(said: Partial<CoreSettingValues>): Partial<ToolsetSettings>;
export function toolsetSettingsOf(said: Partial<CoreSettingValues>): Partial<ToolsetSettings> {
  const { "tools.toolset": toolset, "tools.platform_toolsets": platform, toolsets } = said;
  const { "tools.enabled": enabled, "tools.disabled": disabled } = said;
  return {
    ...(toolset === undefined ? {} : { toolset }),
    ...(platform === undefined
      ? {}
      : { platformToolsets: new Map(Object.entries(platform) as [Surface, string][]) }),
    ...(enabled === undefined ? {} : { enabled }),
    ...(disabled === undefined ? {} : { disabled }),
    ...(toolsets === undefined
      ? {}
      : {
          own: new Map(
            Object.entries(toolsets).map(([name, { include = [], exclude = [] }]) => [
              name,
              { include, exclude },
            ]),
          ),
        }),
  };
}

function toMs(seconds: number): number {
  return Math.ceil(seconds * 1000);
}
