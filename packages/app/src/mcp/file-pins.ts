import { join } from "node:path";
import { isJsonObject, type JsonObject, type Log } from "@wield/core";
import type { DefinitionPins, PinnedDefinition } from "@wield/mcp";
import { createServerRecords } from "./server-records.ts";

/** What servers offered first. */
export function createFilePins(home: string, log: Log): DefinitionPins & { forget(server: string): void } {
  const records = createServerRecords(join(home, "mcp", "definitions.json"), log);
  return {
    get: async (server) => readPins(records.get(server) ?? {}),
    set: async (server, pins) => records.set(server, asJson(pins)),
    forget: (server) => records.set(server, undefined),
  };
}

type Pins = Readonly<Record<string, PinnedDefinition>>;

function asJson(pins: Pins): JsonObject {
  return Object.fromEntries(
    Object.entries(pins).map(([tool, { fingerprint, description, schema }]) => [
      tool,
      { fingerprint, description, schema },
    ]),
  );
}

function readPins(given: JsonObject): Pins {
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
