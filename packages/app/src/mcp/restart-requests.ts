import { statSync } from "node:fs";
import { join } from "node:path";
import type { Clock, Log } from "@wield/core";
import { createServerRecords } from "./server-records.ts";

/** What `wield mcp restart` asks of the other processes of a home. */
export interface RestartRequests {
  ask(server: string): void;
  /** Servers that were asked for since the last look, or since this was made. Cheap while nobody asks. */
  take(servers: readonly string[]): readonly string[];
}

export function createRestartRequests(
  home: string,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): RestartRequests {
  const file = join(home, "mcp", "restarts.json");
  const records = createServerRecords(file, log);
  const seen = new Map<string, number>();
  const since = clock.now();
  let changedAt = changeOf(file);
  return {
    ask: (server) => records.set(server, { at: clock.now() }),
    take: (servers) => {
      const changed = changeOf(file);
      if (changed === changedAt) return [];
      changedAt = changed;
      return servers.filter((server) => {
        const at = records.get(server)?.["at"];
        if (typeof at !== "number" || at <= (seen.get(server) ?? since)) return false;
        seen.set(server, at);
        return true;
      });
    },
  };
}

function changeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
