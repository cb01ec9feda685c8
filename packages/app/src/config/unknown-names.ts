import { nearestName, toolsetSettingsOf, unknownToolNames } from "@wield/core";
import { dotted } from "./describe-issue.ts";
import { type Layer, pathOfSetting } from "./layer.ts";
import type { SettingPath } from "./parse-config.ts";

/** Names of tools in the configuration that no tool has, each with its place and the nearest. */
export function unknownNames(layers: readonly Layer[], tools: ReadonlySet<string>): readonly string[] {
  return layers.flatMap((layer) => {
    const inToolsets = unknownToolNames(toolsetSettingsOf(layer.said), tools).map(
      ({ path, text }) => `${layer.place(path)}: ${dotted(String(path[0]), path.slice(1))}: ${text}`,
    );
    const elsewhere = namedElsewhere(layer)
      .filter(({ name }) => !tools.has(name) && !name.includes("*") && !name.startsWith("mcp__"))
      .map(({ name, path }) => {
        const nearest = nearestName(name, tools);
        const suggestion = nearest === undefined ? "" : `; did you mean "${nearest}"?`;
        return `${layer.place(path)}: ${dotted(String(path[0]), path.slice(1))}: no tool is called "${name}"${suggestion}`;
      });
    return [...inToolsets, ...elsewhere];
  });
}

function namedElsewhere({ said }: Layer): readonly { readonly name: string; readonly path: SettingPath }[] {
  const limits = Object.keys(said["tools.timeouts"] ?? {});
  const replaced = said["tools.replace"] ?? [];
  const rules = said["tools.rules"] ?? [];
  return [
    ...limits.map((name) => ({ name, path: pathOfSetting("tools.timeouts", [name]) })),
    ...replaced.map((name, index) => ({ name, path: pathOfSetting("tools.replace", [index]) })),
    ...rules.flatMap(({ tool }, index) =>
      tool === undefined ? [] : [{ name: tool, path: pathOfSetting("tools.rules", [index, "tool"]) }],
    ),
  ];
}
