import type { Runtime } from "@wield/app";
import type { McpServerStatus } from "@wield/core";
import { stateWords } from "../mcp-servers/render-servers.ts";
import { finding } from "./finding.ts";
import type { Finding, Health } from "./finding.ts";

/** Time that MCP servers get; one that needs longer is told as connecting. */
const LIMIT_MS = 5000;

/** Starts the configured MCP servers, tells how each stands, and leaves their end to the runtime. */
export async function examineServers(runtime: Runtime): Promise<readonly Finding[]> {
  if (runtime.mcp.entries.length === 0) return [];
  await runtime.mcp.start(LIMIT_MS);
  return runtime.mcp.status().map(describe);
}

function describe(server: McpServerStatus): Finding {
  const { name, state, transport, tools, reason, warnings, lastWords } = server;
  const isFailed = state === "failed" || state === "no_tools";
  const text =
    state === "connected"
      ? `${name}: connected (${transport}), tools: ${tools.length}`
      : `${name}: ${wordsOf(state)} (${transport})${reason === undefined ? "" : `: ${reason}`}`;
  return finding("MCP server", healthOf(server), text, [
    ...warnings,
    ...(isFailed ? lastWords.map((line) => `| ${line}`) : []),
    ...(state === "login_needed" ? [`wield mcp login ${name}`] : []),
  ]);
}

function healthOf({ state, warnings }: McpServerStatus): Health {
  if (state === "failed") return "fault";
  return (state === "connected" || state === "disabled") && warnings.length === 0 ? "ok" : "hint";
}

function wordsOf(state: McpServerStatus["state"]): string {
  return state === "connecting" ? `no answer in ${LIMIT_MS / 1000} s, still connecting` : stateWords(state);
}
