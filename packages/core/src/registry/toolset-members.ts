import type { RegisteredTool } from "./registry.ts";
import { matchesNamePattern, parseToolsetEntry } from "./toolset-entry.ts";
import type { OwnToolset } from "./toolset-settings.ts";
import { BUILT_IN_TOOLSETS, DEFAULT_PARTS } from "./toolsets.data.ts";

export interface ToolsetWorld {
  readonly tools: readonly RegisteredTool[];
  readonly own: ReadonlyMap<string, OwnToolset>;
  /** The toolsets a tool belongs to besides `all`, when no set names it. */
  readonly joins?: (tool: RegisteredTool) => readonly string[];
}

/**
 * What a tool joins by itself: what people bring belongs to `default`, as the tools of MCP servers do, so that a
 * tool file works as soon as it is there. Built-in tools are in the sets that name them.
 */
function joinsByItself(tool: RegisteredTool): readonly string[] {
  return tool.source === "built_in" || tool.source === "internal" ? [] : ["default"];
}

export function isKnownToolset(name: string, own: ReadonlyMap<string, OwnToolset>): boolean {
  return name === "default" || name === "all" || BUILT_IN_TOOLSETS.has(name) || own.has(name);
}

/** Sorted, the operator's own among them. */
export function knownToolsets(own: ReadonlyMap<string, OwnToolset>): readonly string[] {
  return [...new Set([...BUILT_IN_TOOLSETS.keys(), "default", "all", ...own.keys()])].toSorted();
}

/** The names a toolset holds, whether a tool of that name is registered or not. An unknown or cyclic set is empty. */
export function toolsetMembers(name: string, world: ToolsetWorld): ReadonlySet<string> {
  return membersOf(name, { world, known: new Map() });
}

/** The names a list of entries stands for. */
export function entryMembers(entries: readonly string[], world: ToolsetWorld): ReadonlySet<string> {
  return union(entries, { world, known: new Map() });
}

interface Expansion {
  readonly world: ToolsetWorld;
  /** Sets already expanded; one that is being expanded stands here as empty, which ends a cycle. */
  readonly known: Map<string, ReadonlySet<string>>;
}

function membersOf(name: string, expansion: Expansion): ReadonlySet<string> {
  const known = expansion.known.get(name);
  if (known !== undefined) return known;
  expansion.known.set(name, new Set());
  const members = expand(name, expansion);
  expansion.known.set(name, members);
  return members;
}

function expand(name: string, expansion: Expansion): ReadonlySet<string> {
  const { world } = expansion;
  if (name === "all") return new Set(offerable(world).map(({ tool }) => tool.name));
  const joining = offerable(world)
    .filter((tool) => (world.joins ?? joinsByItself)(tool).includes(name))
    .map(({ tool }) => tool.name);
  const own = world.own.get(name);
  if (own === undefined) {
    const parts = name === "default" ? DEFAULT_PARTS : [name];
    return new Set([...parts.flatMap((part) => BUILT_IN_TOOLSETS.get(part) ?? []), ...joining]);
  }
  const without = union(own.exclude, expansion);
  return new Set([...union(own.include, expansion), ...joining].filter((member) => !without.has(member)));
}

function union(entries: readonly string[], expansion: Expansion): ReadonlySet<string> {
  const members = new Set<string>();
  for (const text of entries) {
    const entry = parseToolsetEntry(text);
    if (entry.kind === "tool") members.add(entry.name);
    else if (entry.kind === "toolset")
      for (const member of membersOf(entry.name, expansion)) members.add(member);
    else {
      for (const { tool } of offerable(expansion.world)) {
        if (matchesNamePattern(tool.name, entry.pattern)) members.add(tool.name);
      }
    }
  }
  return members;
}

function offerable(world: ToolsetWorld): readonly RegisteredTool[] {
  return world.tools.filter((tool) => tool.source !== "internal");
}
