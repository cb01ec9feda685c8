import { createHash } from "node:crypto";
import { type Outcome, toolsetFaults, toolsetSettingsOf, value } from "@wield/core";
import { guardrailFault } from "../agent/agent-settings.ts";
import type { RuntimeFlags, StartNotice } from "../runtime.ts";
import { combineLayers, type CombinedSettings } from "./combine-layers.ts";
import { configurationError } from "./configuration-error.ts";
import { checkSettings } from "./check-settings.ts";
import { checkGiven, unknownVariables, valuesFromEnvironment, valuesFromFlags } from "./environment.ts";
import type { CheckedLayer, Layer } from "./layer.ts";
import { serverFaults } from "../mcp/server-faults.ts";
import { parseConfig } from "./parse-config.ts";
import { readConfigFile } from "./read-config-file.ts";
import { resolveRoots } from "./resolve-roots.ts";

const GUARDRAILS = ["tool_loop_guardrails.warn_after", "tool_loop_guardrails.hard_stop_after"] as const;

export interface ConfigSources {
  /** The person's `config.yaml`. */
  readonly homeFile: string;
  /** The workspace's `config.yaml`, when it is trusted, with the sha256 it was trusted by. */
  readonly workspaceFile?: { readonly path: string; readonly digest?: string };
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly flags?: RuntimeFlags;
  /** What a leading `~` stands for. */
  readonly userHome: string;
}

export interface LoadedConfig extends CombinedSettings {
  readonly layers: readonly Layer[];
  readonly notices: readonly StartNotice[];
}

/**
 * Reads and checks all sources. Fails with `configuration_error`, one line per fault, each with its place. The
 * schema library and the YAML parser are loaded only when there is something to check.
 */
export async function loadConfig(sources: ConfigSources): Promise<Outcome<LoadedConfig>> {
  const read = await readLayers(sources);
  if (!read.ok) return read;
  const checked = read.value;

  const layers = checked.map(({ layer }) => layer);
  const combined = combineLayers(layers);
  const own = toolsetSettingsOf(combined.values).own;
  const faults = checked.flatMap(({ faults: found }) => found);
  const all = combined.values["mcp.servers"];
  for (const layer of layers) {
    const wrong = [
      ...toolsetFaults(toolsetSettingsOf(layer.said), own),
      ...serverFaults(layer.said["mcp.servers"] ?? {}, { all, own }),
    ];
    for (const { path, text } of wrong) {
      faults.push(`${layer.place(path)}: ${text}`);
    }
  }
  const guardrails = guardrailFault(combined.values);
  const guarded = layers.findLast(({ said }) => GUARDRAILS.some((name) => said[name] !== undefined));
  if (guardrails !== undefined && guarded !== undefined) {
    faults.push(`${guarded.place(["tool_loop_guardrails"])}: ${guardrails}`);
  }
  if (faults.length > 0) return configurationError([...new Set(faults)]);

  const warnings = [...checked.flatMap((one) => one.warnings), ...unknownVariables(sources.env)];
  return value({
    ...combined,
    layers,
    notices: [
      ...warnings.map((text) => ({ kind: "unknown_name", text }) as const),
      ...combined.notUsed.map((text) => ({ kind: "value_not_used", text }) as const),
    ],
  });
}

/** In the order in which later ones win; sources that say nothing are left out. */
async function readLayers(sources: ConfigSources): Promise<Outcome<readonly CheckedLayer[]>> {
  const fromEnvironment = valuesFromEnvironment(sources.env);
  const fromFlags = valuesFromFlags(sources.flags ?? {});
  const layers: CheckedLayer[] = [];

  const home = await checkFile("home", sources.homeFile);
  if (!home.ok) return home;
  if (home.value !== undefined) layers.push(resolveRoots(home.value, sources.userHome));
  if (sources.workspaceFile !== undefined) {
    const workspace = await checkFile("workspace", sources.workspaceFile.path, sources.workspaceFile.digest);
    if (!workspace.ok) return workspace;
    if (workspace.value !== undefined) layers.push(resolveRoots(workspace.value, sources.userHome));
  }
  if (fromEnvironment.length > 0)
    layers.push(checkGiven("environment", fromEnvironment, await import("zod")));
  if (fromFlags.length > 0) layers.push(checkGiven("flag", fromFlags, await import("zod")));
  return value(layers);
}

async function checkFile(
  kind: "home" | "workspace",
  file: string,
  digest?: string,
): Promise<Outcome<CheckedLayer | undefined>> {
  const text = readConfigFile(file, { mayFollowLink: kind === "home" });
  if (!text.ok) return text;
  if (text.value === undefined) return value(undefined);
  if (digest !== undefined && createHash("sha256").update(text.value).digest("hex") !== digest) {
    return configurationError([`${file} was changed while Wield started; start again`]);
  }
  return checkConfigText(kind, file, text.value);
}

/** Checks what a configuration file holds, or would hold. */
export async function checkConfigText(
  kind: "home" | "workspace",
  file: string,
  text: string,
): Promise<Outcome<CheckedLayer>> {
  const parsed = await parseConfig(text, file);
  if (!parsed.ok) return parsed;
  const { root, lineOf } = parsed.value;
  const place = (path: readonly (string | number)[]): string => `${file}:${lineOf(path)}`;
  return value(checkSettings(root, { kind, zod: await import("zod"), place }));
}
