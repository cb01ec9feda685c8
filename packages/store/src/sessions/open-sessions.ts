import { createScrubber } from "@wield/core";
import type { Clock, Log, Scrubber, Secret } from "@wield/core";
import type { HomeLayout } from "../home/home-layout.ts";
import type { FileOutputs } from "../outputs/file-outputs.ts";
import type { FileUndo } from "../undo/file-undo.ts";
import { FileSessions } from "./file-sessions.ts";
import type { StoredSessions } from "./file-sessions.ts";
import { SessionIndex } from "./session-index.ts";
import { SessionPlaces } from "./session-places.ts";

export interface OpenSessionsParts {
  readonly layout: HomeLayout;
  readonly clock: Clock;
  readonly log: Log;
  readonly outputs: FileOutputs;
  readonly undo: FileUndo;
  readonly secrets: (() => readonly Secret[]) | undefined;
}

/** The sessions of a home. */
export function openSessions({
  layout,
  clock,
  log,
  outputs,
  undo,
  secrets,
}: OpenSessionsParts): StoredSessions {
  const places = new SessionPlaces(layout.sessions);
  return new FileSessions({
    places,
    index: new SessionIndex({ path: layout.sessionIndex, places, clock, log }),
    clock,
    log,
    scrubber: rememberedScrubber(secrets ?? (() => [])),
    removeBelongings: async ({ id, workspaceRoot }) => {
      await outputs.removeSession(id);
      await undo.removeSession(workspaceRoot, id);
    },
  });
}

/** One scrubber for each list of secrets. */
function rememberedScrubber(secrets: () => readonly Secret[]): () => Scrubber {
  let known: readonly Secret[] | undefined;
  let scrubber = createScrubber([]);
  return () => {
    const now = secrets();
    if (now !== known) {
      known = now;
      scrubber = createScrubber(now);
    }
    return scrubber;
  };
}
