import {
  createRegistry,
  type FailedResult,
  type Outcome,
  type Registry,
  type ToolDefinition,
  type ToolLayer,
  value,
} from "@wield/core";
import { BUILT_IN_TOOLS, loadBuiltInTool } from "@wield/tools";
import { configurationError } from "../config/configuration-error.ts";
import { loadToolFiles, type ToolFolder } from "../tool-files/load-tool-files.ts";

export interface ToolSources {
  readonly folders: readonly ToolFolder[];
  readonly extraTools: readonly ToolDefinition[];
  readonly replaceTools: boolean;
  readonly internalTools: readonly ToolDefinition[];
  /** Built-in tools to load; all when absent. */
  readonly onlyTools?: readonly string[];
  /** `tools.replace` */
  readonly replace: readonly string[];
}

export interface FilledRegistry {
  readonly registry: Registry;
  /** Every name there is, also of built-in tools that were not loaded. */
  readonly names: ReadonlySet<string>;
  readonly problems: readonly string[];
}

/** All tools, source by source. Two of one name that may not replace each other fail with `configuration_error`. */
export async function fillRegistry(sources: ToolSources): Promise<Outcome<FilledRegistry>> {
  const loaded = await Promise.all(sources.folders.map((folder) => loadToolFiles(folder)));
  const fromFiles: readonly ToolLayer[] = loaded.map(({ source, tools }) => ({ source, tools }));
  const given = [...fromFiles.flatMap(({ tools }) => tools.map(({ tool }) => tool)), ...sources.extraTools];

  const registry = createRegistry();
  const faults: string[] = [];
  const add = (layer: ToolLayer, replace: readonly string[] | true): void => {
    if (layer.tools.length === 0) return;
    const added = registry.add(layer, replace);
    if (!added.ok) faults.push(describe(added));
  };
  const builtIn = await loadBuiltIns(sources.onlyTools, given);
  add({ source: "built_in", tools: builtIn.map((tool) => ({ tool, origin: "built in" })) }, []);
  add({ source: "internal", tools: sources.internalTools.map((tool) => ({ tool, origin: "built in" })) }, []);
  for (const layer of fromFiles) add(layer, sources.replace);
  add(
    { source: "embedder", tools: sources.extraTools.map((tool) => ({ tool, origin: "embedder" })) },
    sources.replaceTools ? true : sources.replace,
  );
  if (faults.length > 0) return configurationError(faults);

  const names = new Set(
    [...BUILT_IN_TOOLS, ...registry.list().map(({ tool }) => tool)].map(({ name }) => name),
  );
  return value({ registry, names, problems: loaded.flatMap(({ problems }) => problems) });
}

/** What was asked for, and what somebody else has given the same name: that must not pass unseen. */
async function loadBuiltIns(
  only: readonly string[] | undefined,
  others: readonly ToolDefinition[],
): Promise<readonly ToolDefinition[]> {
  const wanted = only === undefined ? undefined : new Set([...only, ...others.map(({ name }) => name)]);
  const names = BUILT_IN_TOOLS.map(({ name }) => name).filter((name) => wanted?.has(name) ?? true);
  const loaded = await Promise.all(names.map((name) => loadBuiltInTool(name)));
  return loaded.filter((tool) => tool !== undefined);
}

function describe({ message, hint }: FailedResult): string {
  return hint === undefined ? message : `${message}\n${hint}`;
}
