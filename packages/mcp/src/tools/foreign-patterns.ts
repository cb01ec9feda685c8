import type { McpRuntime } from "../serve/serve-options.ts";

const FOREIGN = "mcp__";

/**
 * The entries of the configuration that name tools of other MCP servers, as names or patterns: only such tools are
 * passed on to clients. `toolset` is the one in use; a set of the operator's may name them too.
 */
export function foreignPatterns(settings: McpRuntime["settings"], toolset?: string): readonly string[] {
  const valueOf = (name: string): unknown => settings.all.find((setting) => setting.name === name)?.value;
  const sets = new Map(Object.entries((valueOf("toolsets") ?? {}) as Readonly<Record<string, OwnSet>>));
  const seen = new Set<string>();
  const namedBy = (entries: readonly string[]): readonly string[] =>
    entries.flatMap((entry) => {
      if (entry.startsWith(FOREIGN)) return [entry];
      return entry.startsWith("@") ? namedBySet(entry.slice(1)) : [];
    });
  const namedBySet = (name: string): readonly string[] => {
    if (seen.has(name)) return [];
    seen.add(name);
    return namedBy(sets.get(name)?.include ?? []);
  };
  const bySurface = (valueOf("tools.platform_toolsets") ?? {}) as Readonly<Record<string, string>>;
  const inUse = toolset ?? bySurface["mcp"] ?? valueOf("tools.toolset");
  const enabled = (valueOf("tools.enabled") ?? []) as readonly string[];
  return [...namedBy(enabled), ...(typeof inUse === "string" ? namedBySet(inUse) : [])];
}

interface OwnSet {
  readonly include?: readonly string[];
}
