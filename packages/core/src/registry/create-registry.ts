import { fail } from "../contract/result.ts";
import { isToolDefinition } from "../contract/tool-body.ts";
import { quote } from "../text/quote.ts";
import type { RegisteredTool, Registry, ToolLayer } from "./registry.ts";

/** An empty registry. */
export function createRegistry(): Registry {
  const layers = new Set<readonly RegisteredTool[]>();
  let sorted: readonly RegisteredTool[] = [];
  let byName: ReadonlyMap<string, RegisteredTool> = new Map();

  const rebuild = (): void => {
    const names = new Map<string, RegisteredTool>();
    for (const layer of layers) for (const entry of layer) names.set(entry.tool.name, entry);
    sorted = Object.freeze([...names.values()].toSorted((a, b) => (a.tool.name < b.tool.name ? -1 : 1)));
    byName = new Map(sorted.map((entry) => [entry.tool.name, entry]));
  };

  return {
    add: (layer, replace = []) => {
      const seen = new Map<string, RegisteredTool>();
      for (const given of layer.tools) {
        if (!isToolDefinition(given.tool)) {
          return fail(
            "not_a_tool",
            `${given.origin} gave ${quote(given.tool)}, which was not made by defineTool of this library`,
            { hint: "import defineTool from wield, which gives the running library." },
          );
        }
        const { name } = given.tool;
        const taken = seen.get(name) ?? byName.get(name);
        if (taken !== undefined && replace !== true && !replace.includes(name)) {
          return fail(
            "duplicate_tool",
            `two tools are named "${name}": ${taken.origin} and ${given.origin}`,
            {
              hint: `rename one, or put replace: [${name}] under tools in the configuration to let the later one win.`,
            },
          );
        }
        const entry = register(given, layer, taken);
        seen.set(name, entry);
      }
      const added = Object.freeze([...seen.values()]);
      layers.add(added);
      rebuild();
      return {
        ok: true,
        remove: () => {
          if (layers.delete(added)) rebuild();
        },
      };
    },
    list: () => sorted,
    get: (name) => byName.get(name),
  };
}

function register(
  given: ToolLayer["tools"][number],
  layer: ToolLayer,
  taken: RegisteredTool | undefined,
): RegisteredTool {
  return Object.freeze({
    tool: given.tool,
    source: layer.source,
    origin: given.origin,
    ...(taken === undefined ? {} : { replaces: taken.origin }),
  });
}
