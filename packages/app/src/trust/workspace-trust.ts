import { realpathSync } from "node:fs";
import { join } from "node:path";
import type { Places } from "../config/places.ts";
import { hashWorkspace, type WorkspaceState } from "./hash-workspace.ts";

const MOST_NAMES = 20;

/** What stands below `W/.wield`; nothing when that folder is the person's home of Wield itself. */
export function inspectWorkspace(places: Places): WorkspaceState {
  const folder = workspaceFolder(places);
  return isHome(folder, places.home) ? { kind: "nothing" } : hashWorkspace(folder);
}

export function workspaceFolder({ workspaceRoot }: Places): string {
  return join(workspaceRoot, ".wield");
}

/** `W/.wield is waiting for trust: tools/a.ts, …` */
export function waitingText(places: Places, files: readonly string[]): string {
  const shown = files.slice(0, MOST_NAMES).join(", ");
  const more = files.length > MOST_NAMES ? ` and ${files.length - MOST_NAMES} more` : "";
  return `${workspaceFolder(places)} is waiting for trust, and nothing of it is used: ${shown}${more}`;
}

export function unusableText(places: Places, reason: string): string {
  return `${workspaceFolder(places)} cannot be trusted, and nothing of it is used: ${reason}`;
}

function isHome(folder: string, home: string): boolean {
  try {
    return realpathSync(folder) === home;
  } catch {
    return false;
  }
}
