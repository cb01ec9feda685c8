import type { SessionEvent } from "@wield/core";
import { fieldsOf, parseJson } from "../home/json-fields.ts";
import { isEvent, isStoredImage } from "./event-shape.ts";

/** Longest record, in UTF-16 units of its JSON text. */
const MAX_RECORD_CHARACTERS = 32 * 1024 * 1024;

/** No honest session comes near; a record that claims more would leave no number for the next. */
const MOST_SEQ = 1_000_000_000;

const RECORD_VERSION = 1;

/** What a log says of its session. Written again by each process that goes on with it. */
export interface SessionHeader {
  readonly workspaceRoot: string;
  readonly createdAt: number;
  readonly parentId?: string;
  readonly forkedFrom?: string;
  /** Damage before this byte was told to somebody already. */
  readonly toldBytes?: number;
}

/** An event as it was read: pictures are still names of files. */
export interface StoredRecord {
  readonly seq: number;
  readonly at: number;
  readonly event: SessionEvent;
}

export type LogLine =
  | { readonly kind: "header"; readonly header: SessionHeader }
  | { readonly kind: "event"; readonly record: StoredRecord }
  /** Whole, and of a version this program does not know. */
  | { readonly kind: "newer" }
  | { readonly kind: "damaged" };

/** Brings a record of one version to the next. */
type Upgrade = (record: ReadonlyMap<string, unknown>) => ReadonlyMap<string, unknown>;

/** The first makes version 2 of version 1. Never changed, only added to. */
const UPGRADES: readonly Upgrade[] = [];

export function encodeHeader(header: SessionHeader): string {
  return JSON.stringify({ v: RECORD_VERSION, session: header });
}

/** Throws when it is too long or cannot be told as JSON. */
export function encodeRecord(record: {
  readonly seq: number;
  readonly at: number;
  readonly event: object;
}): string {
  const json = JSON.stringify({ v: RECORD_VERSION, ...record });
  if (json.length > MAX_RECORD_CHARACTERS) {
    throw new Error(`an event of ${json.length} characters is longer than a session takes`);
  }
  return json;
}

/** Reads one line of a log, of any version up to now. */
export function decodeLine(line: string): LogLine {
  let fields = fieldsOf(parseJson(line));
  const version = fields.get("v");
  if (typeof version !== "number" || !Number.isInteger(version) || version < 1) return { kind: "damaged" };
  if (version > RECORD_VERSION) return { kind: "newer" };
  for (const upgrade of UPGRADES.slice(version - 1)) fields = upgrade(fields);
  const header = fields.get("session");
  if (isHeader(header)) return { kind: "header", header };
  const record = { seq: fields.get("seq"), at: fields.get("at"), event: fields.get("event") };
  return isRecord(record) ? { kind: "event", record } : { kind: "damaged" };
}

function isHeader(candidate: unknown): candidate is SessionHeader {
  const fields = fieldsOf(candidate);
  return (
    typeof fields.get("workspaceRoot") === "string" &&
    Number.isFinite(fields.get("createdAt")) &&
    ["parentId", "forkedFrom"].every((name) => !fields.has(name) || typeof fields.get(name) === "string") &&
    (!fields.has("toldBytes") || Number.isFinite(fields.get("toldBytes")))
  );
}

function isRecord(candidate: { seq: unknown; at: unknown; event: unknown }): candidate is StoredRecord {
  const { seq, at, event } = candidate;
  return (
    Number.isInteger(seq) &&
    Number(seq) >= 1 &&
    Number(seq) <= MOST_SEQ &&
    Number.isFinite(at) &&
    isEvent(event, isStoredImage)
  );
}
