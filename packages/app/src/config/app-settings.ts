import {
  CORE_SETTINGS,
  type LogLevel,
  onlyStricter,
  replaces,
  type Setting,
  type SettingValues,
} from "@wield/core";
import { BACKEND_SETTINGS } from "../processes/backend-settings.ts";
import { SERVER_SETTINGS } from "../server/server-settings.ts";
import { MCP_SERVER_SETTINGS } from "../mcp/mcp-server-settings.ts";
import { MODEL_SETTINGS } from "../models/model-settings.ts";
import { SANDBOX_SETTINGS } from "../sandbox/sandbox-settings.ts";
import { TERMINAL_SETTINGS } from "../processes/terminal-settings.ts";
import { AGENT_SETTINGS } from "../agent/agent-settings.ts";

const LOG_LEVELS: readonly LogLevel[] = ["debug", "info", "warn", "error"];

type McpApprovals = "elicitation" | "surfaces" | "deny";

const APPROVAL_WAYS: readonly McpApprovals[] = ["elicitation", "surfaces", "deny"];

const APP_SETTINGS = {
  "log.level": {
    description: "The least serious messages that are shown.",
    default: "warn" as LogLevel,
    allowed: LOG_LEVELS.join(", "),
    schema: (z) => z.enum(LOG_LEVELS as [LogLevel, ...LogLevel[]]),
    workspace: replaces(),
  } satisfies Setting<LogLevel>,
};

const MCP_SETTINGS = {
  "mcp.approvals": {
    description: "Who is asked when a call over MCP needs an answer: the client, other surfaces, or nobody.",
    default: "elicitation" as McpApprovals,
    allowed: APPROVAL_WAYS.join(", "),
    schema: (z) => z.enum(APPROVAL_WAYS as [McpApprovals, ...McpApprovals[]]),
    workspace: onlyStricter(APPROVAL_WAYS),
    protects: true,
  } satisfies Setting<McpApprovals>,
  "mcp.structured": {
    description: "Whether results over MCP carry structured content besides their text.",
    default: "on" as "on" | "off",
    allowed: "on, off",
    schema: (z) => z.enum(["on", "off"]),
    workspace: replaces(),
  } satisfies Setting<"on" | "off">,
};

/** Every setting there is, by dotted name. */
export const SETTINGS = {
  ...CORE_SETTINGS,
  ...MODEL_SETTINGS,
  ...APP_SETTINGS,
  ...AGENT_SETTINGS,
  ...MCP_SETTINGS,
  ...SANDBOX_SETTINGS,
  ...MCP_SERVER_SETTINGS,
  ...SERVER_SETTINGS,
  ...BACKEND_SETTINGS,
  ...TERMINAL_SETTINGS,
};

export type AllSettingValues = SettingValues<typeof SETTINGS>;

export type SettingName = keyof typeof SETTINGS;

export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(SETTINGS, name);
}
