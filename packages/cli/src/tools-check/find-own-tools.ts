import { existsSync } from "node:fs";
import { basename, extname, resolve } from "node:path";
import type { ToolProbe } from "@wield/testkit";
import { probeFiles } from "./probe-files.ts";
import { sourceNames } from "./source-names.ts";

export interface OwnTools {
  /** By path. */
  readonly probes: ReadonlyMap<string, ToolProbe>;
  /** Of all files, as far as their texts tell. */
  readonly names: readonly string[];
}

/**
 * Loads the tool files that `wanted` is about: all of them when it is empty, else those that may define a tool of such
 * a name or are named by path, and then those that may have the name of one of these. No other file is run.
 */
export async function findOwnTools(
  files: readonly string[],
  { wanted, cwd }: { readonly wanted: readonly string[]; readonly cwd: string },
): Promise<OwnTools> {
  if (wanted.length === 0) return { probes: await probeFiles(files), names: [] };
  const sources = new Map(files.map((file) => [file, sourceNames(file)]));
  const defining = (names: readonly string[]): readonly string[] =>
    files.filter((file) => names.some((name) => sources.get(file)?.mentions(name) === true));
  const paths = wanted.map((name) => resolve(cwd, name)).filter((path) => existsSync(path));
  const named = files.filter((file) => wanted.some((name) => isNamed(file, name)));
  const first = await probeFiles([...new Set([...paths, ...named, ...defining(wanted)])]);
  const found = [...first.values()].flatMap(({ name }) => name ?? []);
  const second = await probeFiles(defining(found).filter((file) => !first.has(file)));
  return {
    probes: new Map([...first, ...second]),
    names: [...sources.values()].flatMap(({ given }) => given),
  };
}

/** `word_count.ts` and `word-count.ts` are where one looks for `word_count`. */
export function isNamed(file: string, name: string): boolean {
  return basename(file, extname(file)).replaceAll("-", "_") === name.replaceAll("-", "_");
}
