import { nearestName } from "@wield/core";
import { USAGE_EXIT } from "../../outcome/exit-code.ts";
import {
  compact,
  exportSession,
  retry,
  showUsage,
  steer,
  stop,
  title,
  undo,
} from "./conversation-commands.ts";
import { mcpCommand } from "./mcp-command.ts";
import { goal } from "./goal-command.ts";
import { approve, deny } from "./request-commands.ts";
import { rollBack } from "./roll-back.ts";
import { fork, listSessions, newSession, resume } from "./session-commands.ts";
import { showHelp } from "./show-help.ts";
import { showStatus } from "./show-status.ts";
import { SLASH_COMMANDS } from "./slash-commands.data.ts";
import type { SlashEnd, SlashHandler, SlashWorld } from "./slash-world.ts";
import { changeApproval, changeModel, changeToolset, configure, showTools } from "./setting-commands.ts";

const HANDLERS: ReadonlyMap<string, SlashHandler> = new Map<string, SlashHandler>([
  ["help", showHelp],
  ["status", showStatus],
  ["usage", showUsage],
  ["model", changeModel],
  ["tools", showTools],
  ["toolset", changeToolset],
  ["approval", changeApproval],
  // The line below what is typed calls it so.
  ["mode", changeApproval],
  ["mcp", mcpCommand],
  ["steer", steer],
  ["stop", stop],
  ["retry", retry],
  ["undo", undo],
  ["rollback", rollBack],
  ["fork", fork],
  ["new", newSession],
  ["sessions", listSessions],
  ["resume", resume],
  ["title", title],
  ["export", exportSession],
  ["goal", goal],
  ["compact", compact],
  ["approve", approve],
  ["deny", deny],
  ["config", configure],
  ["quit", () => ({ code: 0, isOver: true })],
]);

/** Carries out a slash command. An unknown one is told with the nearest, and goes to no model. */
export function runSlashCommand(
  { name, rest }: { readonly name: string; readonly rest: string },
  world: SlashWorld,
): SlashEnd | Promise<SlashEnd> {
  const handler = HANDLERS.get(name);
  if (handler !== undefined) return handler(rest, world);
  const nearest = nearestName(
    name,
    SLASH_COMMANDS.map((command) => command.name),
  );
  const meant = nearest === undefined ? "" : `; did you mean /${nearest}?`;
  world.out.line(`unknown command /${name}${meant} (/help lists them, //${name} sends it as text)`);
  return { code: USAGE_EXIT };
}
