import { existsSync, readFileSync } from "node:fs";
import { isJsonObject, type Json, type JsonObject, type Log } from "@wield/core";
import { replaceFile } from "../config/replace-file.ts";

const MAX_ATTEMPTS = 5;

/** One JSON object per server, in a file of the home that only its person can read. */
export interface ServerRecords {
  get(server: string): JsonObject | undefined;
  /** Nothing takes the record out. */
  set(server: string, record: JsonObject | undefined): void;
}

/** A file that cannot be read counts as empty, with a warning, and is left as it is until something is written. */
export function createServerRecords(file: string, log: Log): ServerRecords {
  const load = (): { readonly text: string | undefined; readonly records: Map<string, Json> } => {
    if (!existsSync(file)) return { text: undefined, records: new Map() };
    const text = readFileSync(file, "utf8");
    try {
      const parsed = JSON.parse(text) as Json;
      const servers = isJsonObject(parsed) && isJsonObject(parsed["servers"]) ? parsed["servers"] : {};
      return { text, records: new Map(Object.entries(servers)) };
    } catch (error) {
      log("warn", `${file} cannot be read: ${String(error)}`);
      return { text, records: new Map() };
    }
  };
  return {
    get: (server) => {
      const record = load().records.get(server);
      return isJsonObject(record) ? record : undefined;
    },
    set: (server, record) => {
      // Two processes may write at the same moment: the one that comes second looks again.
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
        const { text, records } = load();
        if (record === undefined) records.delete(server);
        else records.set(server, record);
        const after = `${JSON.stringify({ version: 1, servers: Object.fromEntries(records) }, undefined, 1)}\n`;
        const replaced = replaceFile({ file, before: text, after });
        if (replaced.ok) return;
        if (replaced.code !== "stale") return log("warn", replaced.message);
      }
    },
  };
}
