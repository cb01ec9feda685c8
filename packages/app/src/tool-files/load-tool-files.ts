import { lstatSync, realpathSync } from "node:fs";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import { isToolDefinition, type ToolDefinition, type ToolSourceKind } from "@wield/core";
import { describeImportError } from "./describe-import-error.ts";
import { listToolFiles } from "./list-tool-files.ts";
import { type ToolModuleHooks, toolModuleHooks } from "./module-hooks.ts";

export interface ToolFolder {
  readonly folder: string;
  readonly source: ToolSourceKind & ("person" | "workspace");
  /** Absolute path of the one file in it to load. Default: all of them. */
  readonly only?: string;
  /** sha256 by real path, for a folder that is trusted in one state only. Links are not followed then. */
  readonly trusted?: ReadonlyMap<string, string>;
}

export interface LoadedToolFiles {
  readonly source: ToolFolder["source"];
  /** In the order of their paths. */
  readonly tools: readonly { readonly tool: ToolDefinition; readonly origin: string }[];
  /** `tool file PATH: REASON`, one for each file that gives no tool. */
  readonly problems: readonly string[];
}

const IMPORT_LIMIT_MS = 10_000;

/** Imports the tool files of a folder side by side. One that fails, or does not end, is told and stops no other. */
export async function loadToolFiles(from: ToolFolder, limitMs = IMPORT_LIMIT_MS): Promise<LoadedToolFiles> {
  const { folder, source, trusted } = from;
  const mayFollowLinks = trusted === undefined;
  if (!mayFollowLinks && lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink() === true) {
    return { source, tools: [], problems: [`tool file ${folder}: is a link, which is not followed here`] };
  }
  const candidates = listToolFiles(folder, { mayFollowLinks }).filter(
    ({ path }) => from.only === undefined || path === from.only,
  );
  if (candidates.length === 0) return { source, tools: [], problems: [] };

  const hooks = await toolModuleHooks();
  const cover = (real: string): void =>
    hooks.cover({ folder: real, ...(trusted === undefined ? {} : { trusted }) });
  cover(realpathSync(folder));
  const results = await Promise.all(
    candidates.map(async ({ path, problem }) => ({
      path,
      result: problem ?? (await importTool(path, { hooks, cover, limitMs })),
    })),
  );
  return {
    source,
    tools: results.flatMap(({ path, result }) =>
      typeof result === "string" ? [] : [{ tool: result, origin: path }],
    ),
    problems: results.flatMap(({ path, result }) =>
      typeof result === "string" ? [`tool file ${path}: ${result}`] : [],
    ),
  };
}

interface Importing {
  readonly hooks: ToolModuleHooks;
  readonly limitMs: number;
  cover(folder: string): void;
}

/** The tool a file defines, or why it defines none. */
async function importTool(
  path: string,
  { hooks, cover, limitMs }: Importing,
): Promise<ToolDefinition | string> {
  let cancel: (() => void) | undefined;
  let real = path;
  try {
    real = realpathSync(path);
    cover(dirname(real));
    const late = new Promise<string>((resolve) => {
      const timer = setTimeout(() => resolve(`its import did not end within ${limitMs / 1000} s`), limitMs);
      cancel = () => clearTimeout(timer);
    });
    const imported = await Promise.race([hooks.importNatively(pathToFileURL(real).href), late]);
    return typeof imported === "string" ? imported : toolOf(imported);
  } catch (error) {
    return describeImportError(error, real);
  } finally {
    cancel?.();
  }
}

function toolOf(exported: Readonly<Record<string, unknown>>): ToolDefinition | string {
  const defined = new Set(Object.values(exported).filter(isToolDefinition));
  if (defined.size > 1) {
    const names = [...defined].map(({ name }) => name).toSorted();
    return `defines ${defined.size} tools (${names.join(", ")}); one file defines one tool`;
  }
  if (!("default" in exported)) {
    const advice =
      defined.size === 1 ? "its tool must be the default export" : "export default defineTool({ … })";
    return `has no default export: ${advice}`;
  }
  const tool = exported["default"];
  if (isToolDefinition(tool)) return tool;
  if (typeof tool === "object" && tool !== null && "name" in tool) {
    const isCopy = Object.isFrozen(tool) && !("run" in tool);
    return isCopy
      ? 'its default export was made by another copy of the library; import defineTool from "wield"'
      : "its default export is a plain object; hand it to defineTool";
  }
  return `its default export is ${tool === null ? "null" : Array.isArray(tool) ? "a list" : `a ${typeof tool}`}, not what defineTool returns`;
}
