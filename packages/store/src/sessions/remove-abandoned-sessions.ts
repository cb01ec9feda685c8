import { statSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { namesIn } from "../home/read-file.ts";
import { holderOf } from "./session-hold.ts";
import { isSessionId } from "./session-id.ts";
import { SessionPlaces } from "./session-places.ts";

/** Nobody needs that long between making a session's folder and the first line of its log. */
const LONGEST_START_MS = 60 * 60 * 1000;

/** Removes what processes that were killed left: sessions half deleted or half made, and pictures half written. */
export async function removeAbandonedSessions(root: string, now: number): Promise<void> {
  const places = new SessionPlaces(root);
  for (const name of await namesIn(root)) {
    if (name.startsWith(".deleted-ses_")) await rm(join(root, name), { recursive: true, force: true });
    if (!isSessionId(name)) continue;
    const folder = places.folder(name);
    if (!isOld(folder, now) || holderOf(folder) !== undefined) continue;
    if (!places.exists(name)) await rm(folder, { recursive: true, force: true });
    for (const file of await namesIn(places.images(name)).catch(() => [])) {
      const path = join(places.images(name), file);
      if (file.endsWith(".new") && isOld(path, now)) await rm(path, { force: true });
    }
  }
}

function isOld(path: string, now: number): boolean {
  const there = statSync(path, { throwIfNoEntry: false });
  return there !== undefined && now - there.mtimeMs > LONGEST_START_MS;
}
