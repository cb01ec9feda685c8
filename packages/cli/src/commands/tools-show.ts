import { nearNames } from "@wield/core";
import type { Runtime } from "@wield/app";
import type { RunCommand } from "../argv/command-spec.ts";
import { USAGE_EXIT } from "../outcome/exit-code.ts";
import { withRuntime } from "../start/with-runtime.ts";
import { renderTool, toolJson } from "../tools/render-tool.ts";
import type { ShownTool } from "../tools/render-tool.ts";
import { jsonText } from "../terminal/json-text.ts";

/** As long as an MCP server may take to connect. */
const SERVER_MS = 45_000;

/** `wield tools show NAME` */
export const run: RunCommand = (input) =>
  withRuntime(input, {}, async (runtime) => {
    const { io, flags, operands } = input;
    const [name = ""] = operands;
    const server = runtime.mcp.serverOf(name);
    if (server !== undefined) await runtime.mcp.start(SERVER_MS, [server]);
    const shown = findTool(runtime, name);
    if (shown === undefined) {
      const names = runtime.registry
        .list()
        .filter(({ source }) => source !== "internal")
        .map(({ tool }) => tool.name);
      const near = nearNames(name, names);
      io.err.line(`there is no tool ${JSON.stringify(name)}`);
      io.err.line(
        `Hint: ${near.length === 0 ? "wield tools lists them" : `did you mean ${near.join(" or ")}?`}`,
      );
      return USAGE_EXIT;
    }
    const { columns, colours } = io.out;
    if (flags.has("json")) io.out.line(jsonText(toolJson(shown)));
    else io.out.write(renderTool(shown, { columns: Math.min(columns, 100), colours }));
    return 0;
  });

function findTool(runtime: Runtime, name: string): ShownTool | undefined {
  const registered = runtime.registry.get(name);
  if (registered === undefined || registered.source === "internal") return undefined;
  const sessionId = runtime.store.commandLineSession(runtime.workspaceRoot);
  const { tools, settings } = runtime
    .conversation({ sessionId, caller: "cli", surface: "terminal" })
    .snapshot();
  const reason = tools.inactive.get(name)?.reason;
  return {
    tool: registered.tool,
    origin: registered.origin,
    ...(registered.replaces === undefined ? {} : { replaces: registered.replaces }),
    isActive: tools.active.has(name),
    ...(reason === undefined ? {} : { reason }),
    settings,
  };
}
