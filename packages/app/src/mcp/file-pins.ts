import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isJsonObject, type Json, type Log } from "@wield/core";
import type { DefinitionPins, PinnedDefinition } from "@wield/mcp";
import { replaceFile } from "../config/replace-file.ts";

/** What servers offered first, in one file of the home. One that cannot be read counts as empty, with a warning. */
export function createFilePins(home: string, log: Log): DefinitionPins & { forget(server: string): void } {
  const file = join(home, "mcp", "definitions.json");

  const load = (): { readonly text: string | undefined; readonly pins: Map<string, Pins> } => {
    if (!existsSync(file)) return { text: undefined, pins: new Map() };
    const text = readFileSync(file, "utf8");
    try {
      const parsed = JSON.parse(text) as Json;
      const servers = isJsonObject(parsed) && isJsonObject(parsed["servers"]) ? parsed["servers"] : {};
      return { text, pins: new Map(Object.entries(servers).map(([name, pins]) => [name, readPins(pins)])) };
    } catch (error) {
      log("warn", `${file} cannot be read, so changes of MCP tools are not noticed: ${String(error)}`);
      return { text, pins: new Map() };
    }
  };
  const store = (change: (pins: Map<string, Pins>) => void): void => {
    // Two processes may note what they saw at the same moment: the loser looks again.
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const { text, pins } = load();
      change(pins);
      const after = `${JSON.stringify({ version: 1, servers: Object.fromEntries(pins) }, undefined, 1)}\n`;
      const replaced = replaceFile({ file, before: text, after });
      if (replaced.ok) return;
      if (replaced.code !== "stale") return log("warn", replaced.message);
    }
  };
  return {
    get: async (server) => load().pins.get(server) ?? {},
    set: async (server, pins) => store((all) => all.set(server, pins)),
    forget: (server) => store((all) => all.delete(server)),
  };
}

type Pins = Readonly<Record<string, PinnedDefinition>>;

function readPins(given: Json): Pins {
  if (!isJsonObject(given)) return {};
  return Object.fromEntries(
    Object.entries(given).flatMap(([tool, pin]): readonly [string, PinnedDefinition][] => {
      if (!isJsonObject(pin)) return [];
      const { fingerprint, description, schema } = pin;
      if (typeof fingerprint !== "string" || typeof description !== "string" || typeof schema !== "string")
        return [];
      return [[tool, { fingerprint, description, schema }]];
    }),
  );
}
