import type { RunCommand } from "../argv/command-spec.ts";
import { withRuntime } from "../start/with-runtime.ts";
import { renderPrices, renderTools } from "../tools/render-tools.ts";
import { viewOf } from "../tools/view-of.ts";
import { jsonText } from "../terminal/json-text.ts";

/** Time that MCP servers get before the list is shown; what comes later is told as connecting. */
const SERVERS_MS = 5000;

/** `wield tools` */
export const run: RunCommand = (input) =>
  withRuntime(input, { isQuiet: true }, async (runtime) => {
    const { io, flags } = input;
    await runtime.mcp.start(SERVERS_MS);
    const sessionId = runtime.store.commandLineSession(runtime.workspaceRoot);
    const { tools } = runtime.conversation({ sessionId, caller: "cli", surface: "terminal" }).snapshot();
    const view = viewOf(runtime, tools);
    if (flags.has("json")) io.out.line(jsonText(view));
    else if (flags.has("tokens")) io.out.write(renderPrices(view));
    else io.out.write(renderTools(view, io.out.columns, io.out.colours));
    for (const { kind, text } of runtime.notices) {
      if (kind !== "tool_file") io.err.line(io.err.colours.yellow(`wield: ${io.err.foreign(text)}`));
    }
    return 0;
  });
