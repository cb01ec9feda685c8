import { readdirSync } from "node:fs";
import { isAbsolute, relative, resolve } from "node:path";
import type { Runtime } from "@wield/app";
import { SKIPPED_NAMES } from "@wield/core";
import type { CompletionWorld } from "../editor/completion.ts";
import { SLASH_COMMANDS } from "../slash/slash-commands.data.ts";
import { toolsetsOf } from "../slash/setting-commands.ts";
import { MANUAL } from "../slash/show-help.ts";
import type { Chat } from "../session/chat.ts";

const MOST_NAMES = 2000;

export function completionWorld(runtime: Runtime, chat: Chat | undefined): CompletionWorld {
  return {
    commands: SLASH_COMMANDS,
    tools: chat?.handle.snapshot().tools.active ?? new Map(),
    toolsets: toolsetsOf(runtime),
    models: chat === undefined ? [] : [chat.session.model, MANUAL],
    takesCalls: chat?.session.model === MANUAL,
    // Names of this machine would be wrong ones where the work is on a server.
    listFolder: (path) =>
      runtime.place.elsewhere === undefined ? listFolder(runtime.workspaceRoot, path) : [],
  };
}

/** Names only, and none outside of the workspace. */
function listFolder(root: string, path: string): readonly string[] {
  const folder = resolve(root, path);
  const inside = relative(root, folder);
  if (inside.startsWith("..") || isAbsolute(inside)) return [];
  try {
    return readdirSync(folder, { withFileTypes: true })
      .slice(0, MOST_NAMES)
      .filter(({ name }) => !SKIPPED_NAMES.has(name))
      .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
      .toSorted((one, other) => one.localeCompare(other));
  } catch {
    return [];
  }
}
