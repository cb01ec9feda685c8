import {
  isKnownToolset,
  knownToolsets,
  nameLetters,
  nearestName,
  type ToolsetFault,
  type ToolsetSettings,
} from "@wield/core";
import type { McpServerSetting } from "./mcp-server-settings.ts";

type Servers = Readonly<Record<string, McpServerSetting>>;

/**
 * What must stop the start: toolsets that do not exist, and two servers whose tools would have the same names. `said`
 * is what one file says, `all` what holds in the end, `own` all sets of the operator's.
 */
export function serverFaults(
  said: Servers,
  { all, own }: { readonly all: Servers; readonly own: ToolsetSettings["own"] },
): readonly ToolsetFault[] {
  const names = Object.keys(all);
  return Object.entries(said).flatMap(([name, { toolsets = [] }]) => {
    const path = ["mcp", "servers", name];
    const unknown = toolsets.flatMap((toolset, index) =>
      isKnownToolset(toolset, own)
        ? []
        : [{ path: [...path, "toolsets", index], text: unknownText(toolset, knownToolsets(own)) }],
    );
    const twin = names.find(
      (other) =>
        other !== name &&
        nameLetters(other) === nameLetters(name) &&
        names.indexOf(other) < names.indexOf(name),
    );
    if (twin === undefined) return unknown;
    const text = `the tools of "${name}" would have the same names as those of "${twin}": rename one of the two`;
    return [...unknown, { path, text }];
  });
}

function unknownText(name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known);
  const suggestion = nearest === undefined ? "" : `; did you mean "${nearest}"?`;
  return `unknown toolset "${name}"${suggestion} (known: ${known.join(", ")})`;
}
