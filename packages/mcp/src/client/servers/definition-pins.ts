import { createHash } from "node:crypto";
import { canonicalJson, type JsonObject } from "@wield/core";
import type { OfferedTool } from "../tools/offered-tools.ts";

/** What was seen of a server's tools the first time, by the server's own name of each. */
export interface DefinitionPins {
  get(server: string): Promise<Readonly<Record<string, PinnedDefinition>>>;
  set(server: string, pins: Readonly<Record<string, PinnedDefinition>>): Promise<void>;
}

export interface PinnedDefinition {
  readonly fingerprint: string;
  readonly description: string;
  /** Canonical JSON of the input schema. */
  readonly schema: string;
}

export interface PinnedTools {
  /** Tools that are as they were, or new, or changed where changes are only told. */
  readonly accepted: readonly OfferedTool[];
  readonly notices: readonly string[];
}

/**
 * Holds what a server offers against what it offered first. A changed definition is told with what differs; with
 * `block` the tool stays away until a person accepts it.
 */
export async function comparePins(
  server: string,
  tools: readonly OfferedTool[],
  { pins, onChange }: { readonly pins: DefinitionPins; readonly onChange: "warn" | "block" },
): Promise<PinnedTools> {
  const known = await pins.get(server);
  const next: Record<string, PinnedDefinition> = { ...known };
  const accepted: OfferedTool[] = [];
  const notices: string[] = [];
  let isChanged = false;
  for (const tool of tools) {
    const name = tool.source.tool;
    const now = pinOf(tool.source.raw);
    const before = Object.hasOwn(known, name) ? known[name] : undefined;
    if (before !== undefined && before.fingerprint !== now.fingerprint) {
      const what = `${server} changed its tool ${JSON.stringify(name)}: ${difference(before, now)}`;
      if (onChange === "block") {
        notices.push(`${what}; it is held back until \`wield mcp accept ${server}\` (mcp.on_change: block)`);
        continue;
      }
      notices.push(what);
    }
    isChanged ||= before?.fingerprint !== now.fingerprint;
    Object.defineProperty(next, name, { value: now, enumerable: true, configurable: true, writable: true });
    accepted.push(tool);
  }
  if (isChanged) await pins.set(server, next);
  return { accepted, notices };
}

function pinOf(raw: JsonObject): PinnedDefinition {
  const description = typeof raw["description"] === "string" ? raw["description"] : "";
  const schema = canonicalJson(raw["inputSchema"] ?? {});
  const said = canonicalJson({
    description,
    inputSchema: raw["inputSchema"] ?? {},
    annotations: raw["annotations"] ?? {},
  });
  return { fingerprint: createHash("sha256").update(said).digest("hex"), description, schema };
}

const SHOWN = 160;

function difference(before: PinnedDefinition, now: PinnedDefinition): string {
  if (before.description !== now.description)
    return `its description was ${shorten(before.description)} and is now ${shorten(now.description)}`;
  return before.schema === now.schema ? "its hints differ" : "its parameters differ";
}

function shorten(text: string): string {
  const line = JSON.stringify(text.toWellFormed());
  return line.length <= SHOWN ? line : `${line.slice(0, SHOWN - 2)}…"`;
}
