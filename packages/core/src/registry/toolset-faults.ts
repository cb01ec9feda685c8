import { nearestName } from "../text/nearest.ts";
import { isKnownToolset, knownToolsets } from "./toolset-members.ts";
import { matchesNamePattern, parseToolsetEntry } from "./toolset-entry.ts";
import type { OwnToolset, ToolsetSettings } from "./toolset-settings.ts";
import { BUILT_IN_TOOLSET_NAMES } from "./toolsets.data.ts";

/** Something wrong in what one file says about toolsets. */
export interface ToolsetFault {
  /** Where in the configuration, such as `["tools", "enabled", 0]`. */
  readonly path: readonly (string | number)[];
  /** As a sentence, with what is known and the nearest. */
  readonly text: string;
}

const TOOLSET_NAME = /^[a-z][a-z0-9_-]{0,31}$/;

/**
 * What must stop the start: names of toolsets that do not exist, names that may not be given, sets that hold
 * themselves. `said` is what one file says, `own` all sets of the operator's that hold in the end.
 */
export function toolsetFaults(
  said: Partial<ToolsetSettings>,
  own: ReadonlyMap<string, OwnToolset>,
): readonly ToolsetFault[] {
  const faults: ToolsetFault[] = [];
  const mustBeKnown = (name: string, path: ToolsetFault["path"]): void => {
    if (!isKnownToolset(name, own))
      faults.push({ path, text: unknownText("toolset", name, knownToolsets(own)) });
  };
  if (said.toolset !== undefined) mustBeKnown(said.toolset, ["tools", "toolset"]);
  for (const [surface, name] of said.platformToolsets ?? []) {
    mustBeKnown(name, ["tools", "platform_toolsets", surface]);
  }
  for (const { text, path } of entriesOf(said)) {
    const entry = parseToolsetEntry(text);
    if (entry.kind === "toolset") mustBeKnown(entry.name, path);
  }
  for (const name of said.own?.keys() ?? []) {
    const path = ["toolsets", name];
    if (BUILT_IN_TOOLSET_NAMES.includes(name)) {
      faults.push({ path, text: `the built-in toolset "${name}" cannot be given another meaning` });
    } else if (!TOOLSET_NAME.test(name)) {
      faults.push({
        path,
        text: `"${name}" cannot name a toolset; a name must match ${TOOLSET_NAME.source}`,
      });
    } else {
      const cycle = findCycle(name, own);
      if (cycle !== undefined) faults.push({ path, text: `toolsets hold each other: ${cycle.join(" → ")}` });
    }
  }
  return faults;
}

/**
 * What deserves a warning: plain names that no tool has, and patterns that match none. Names of MCP tools are left
 * out, since their servers have not connected yet.
 */
export function unknownToolNames(
  said: Partial<ToolsetSettings>,
  tools: ReadonlySet<string>,
): readonly ToolsetFault[] {
  const warnings: ToolsetFault[] = [];
  for (const { text, path } of entriesOf(said)) {
    const entry = parseToolsetEntry(text);
    if (text.startsWith("mcp__") || entry.kind === "toolset") continue;
    if (entry.kind === "tool" && !tools.has(entry.name)) {
      const nearest = nearestName(entry.name, tools);
      warnings.push({
        path,
        text: `no tool is called "${entry.name}"${nearest === undefined ? "" : `; did you mean "${nearest}"?`}`,
      });
    }
    if (entry.kind === "pattern" && ![...tools].some((name) => matchesNamePattern(name, entry.pattern))) {
      warnings.push({ path, text: `the pattern "${entry.pattern}" matches no tool` });
    }
  }
  return warnings;
}

function* entriesOf(said: Partial<ToolsetSettings>): Generator<{ text: string; path: (string | number)[] }> {
  for (const [index, text] of (said.enabled ?? []).entries())
    yield { text, path: ["tools", "enabled", index] };
  for (const [index, text] of (said.disabled ?? []).entries())
    yield { text, path: ["tools", "disabled", index] };
  for (const [name, { include, exclude }] of said.own ?? []) {
    for (const [index, text] of include.entries()) yield { text, path: ["toolsets", name, "include", index] };
    for (const [index, text] of exclude.entries()) yield { text, path: ["toolsets", name, "exclude", index] };
  }
}

function unknownText(what: string, name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known);
  const suggestion = nearest === undefined ? "" : `; did you mean "${nearest}"?`;
  return `unknown ${what} "${name}"${suggestion} (known: ${known.join(", ")})`;
}

/** The shortest chain from `name` back to itself, when there is one. */
function findCycle(name: string, own: ReadonlyMap<string, OwnToolset>): readonly string[] | undefined {
  const chains: (readonly string[])[] = [[name]];
  const reached = new Set<string>();
  for (let chain = chains.shift(); chain !== undefined; chain = chains.shift()) {
    const set = own.get(chain.at(-1) ?? name);
    for (const text of set === undefined ? [] : [...set.include, ...set.exclude]) {
      const entry = parseToolsetEntry(text);
      if (entry.kind !== "toolset" || reached.has(entry.name)) continue;
      if (entry.name === name) return [...chain, name];
      reached.add(entry.name);
      chains.push([...chain, entry.name]);
    }
  }
  return undefined;
}
