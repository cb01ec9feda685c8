import type { Runtime } from "@wield/app";
import type { ActiveTools } from "@wield/core";
import { toolsView } from "./tools-view.ts";
import type { ToolsView } from "./tools-view.ts";

/** What a runtime's conversation shows of its tools, with the tool files that failed. */
export function viewOf(runtime: Runtime, tools: ActiveTools): ToolsView {
  return toolsView({
    tools,
    failed: runtime.notices.filter(({ kind }) => kind === "tool_file").map(({ text }) => text),
    servers: runtime.mcp
      .status()
      .map(({ name, state, reason }) => ({ name, state, ...(reason === undefined ? {} : { reason }) })),
    replacements: runtime.registry
      .list()
      .flatMap(({ tool, origin, replaces }) =>
        replaces === undefined ? [] : [{ name: tool.name, origin, replaces }],
      ),
  });
}
