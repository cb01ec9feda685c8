import type { McpServerStatus } from "@wield/core";
import type { Output } from "../terminal/output.ts";

/** Each server on one line, and what is wrong with it below. */
export function printServers(servers: readonly McpServerStatus[], out: Output): void {
  if (servers.length === 0) {
    out.line(
      "No MCP servers are configured. Add one: wield mcp add NAME -- COMMAND…  or  wield mcp add NAME URL",
    );
    return;
  }
  const width = Math.max(...servers.map(({ name }) => name.length));
  for (const server of servers) {
    const { name, state, transport, tools, reason } = server;
    const count = state === "connected" ? `, ${tools.length} tool${tools.length === 1 ? "" : "s"}` : "";
    out.line(`${out.foreign(name.padEnd(width))}  ${stateWords(state)} (${transport}${count})`);
    if (reason !== undefined) out.line(`${" ".repeat(width)}  ${out.foreign(reason)}`);
    for (const warning of server.warnings) out.line(`${" ".repeat(width)}  note: ${out.foreign(warning)}`);
    if (state !== "failed" && state !== "no_tools") continue;
    // Where its words are the reason they are told already.
    for (const line of server.lastWords.filter((words) => reason?.includes(words) !== true))
      out.line(`${" ".repeat(width)}  | ${out.foreign(line)}`);
  }
}

/** A state as people read it. */
export function stateWords(state: McpServerStatus["state"]): string {
  return state === "no_tools" ? "started, no tools" : state.replaceAll("_", " ");
}
