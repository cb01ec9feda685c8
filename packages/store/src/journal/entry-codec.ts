import type {
  AnsweredEntry,
  AskedEntry,
  DecidedEntry,
  IntentEntry,
  JournalEntry,
  OutcomeEntry,
  ProposedEntry,
  TemporaryEntry,
} from "@wield/core";
import { fieldsOf, parseJson } from "../home/json-fields.ts";
import { isIdentity, ownIdentity } from "../process/process-identity.ts";
import type { ProcessIdentity } from "../process/process-identity.ts";

/** Longest record, in UTF-16 units of its JSON text. */
const MAX_RECORD_CHARACTERS = 32 * 1024 * 1024;

/** No record is longer than this, in bytes. */
export const MAX_RECORD_BYTES = 3 * MAX_RECORD_CHARACTERS;

/** What the store adds to the entries that say who works on the call. */
interface Owned {
  readonly owner: ProcessIdentity;
}

/** An entry as the journal holds it. */
export type StoredEntry =
  | (ProposedEntry & Owned)
  | DecidedEntry
  | AskedEntry
  | AnsweredEntry
  | (IntentEntry & Owned)
  | TemporaryEntry
  | OutcomeEntry;

type FieldKind = "text" | "texts" | "number" | "object" | "list" | "json" | "owner" | "effects";

const REQUIRED = new Map<string, readonly (readonly [name: string, kind: FieldKind])[]>([
  [
    "proposed",
    [
      ["rootId", "text"],
      ["caller", "text"],
      ["surface", "text"],
      ["sessionId", "text"],
      ["workspace", "text"],
      ["tool", "text"],
      ["rawInput", "json"],
      ["owner", "owner"],
    ],
  ],
  [
    "decided",
    [
      ["effects", "effects"],
      ["answers", "list"],
      ["decision", "text"],
    ],
  ],
  [
    "asked",
    [
      ["approvalId", "text"],
      ["reason", "text"],
      ["deadline", "number"],
    ],
  ],
  [
    "answered",
    [
      ["approvalId", "text"],
      ["answer", "text"],
    ],
  ],
  [
    "intent",
    [
      ["tool", "text"],
      ["sessionId", "text"],
      ["workspace", "text"],
      ["effects", "effects"],
      ["temporaryFiles", "texts"],
      ["owner", "owner"],
    ],
  ],
  ["temporary", [["path", "text"]]],
  [
    "outcome",
    [
      ["status", "text"],
      ["stage", "text"],
      ["durationMs", "number"],
      ["summary", "text"],
      ["changed", "texts"],
    ],
  ],
]);

const OPTIONAL: readonly (readonly [name: string, kind: FieldKind])[] = [
  ["parentId", "text"],
  ["place", "text"],
  ["input", "json"],
  ["turn", "number"],
  ["step", "number"],
  ["by", "text"],
  ["remark", "text"],
  ["code", "text"],
  ["outputRef", "text"],
  ["origins", "texts"],
];

const STATUSES = new Set(["ok", "failed", "denied", "cancelled", "interrupted"]);

/** One line of the journal, without line breaks. Throws when the entry cannot be told as JSON or is too long. */
export function encodeEntry(entry: JournalEntry): string {
  const json = JSON.stringify(entry);
  if (json.length > MAX_RECORD_CHARACTERS) {
    throw new Error(`an entry of ${json.length} characters is longer than the journal takes`);
  }
  return entry.type === "proposed" || entry.type === "intent" ? json.slice(0, -1) + ownerSuffix() : json;
}

/** The entry a line holds; `undefined` when it is torn, damaged or of a form this version does not know. */
export function decodeEntry(line: string): StoredEntry | undefined {
  const parsed = parseJson(line);
  return isStoredEntry(parsed) ? parsed : undefined;
}

let suffix: string | undefined;

function ownerSuffix(): string {
  suffix ??= `,"owner":${JSON.stringify(ownIdentity())}}`;
  return suffix;
}

function isStoredEntry(candidate: unknown): candidate is StoredEntry {
  const fields = fieldsOf(candidate);
  const callId = fields.get("callId");
  if (fields.get("v") !== 1 || typeof callId !== "string" || callId === "" || callId.length > 200)
    return false;
  if (!Number.isSafeInteger(Math.round(Number(fields.get("at")))) || !isKind(fields.get("at"), "number"))
    return false;
  const type = fields.get("type");
  const required = typeof type === "string" ? REQUIRED.get(type) : undefined;
  if (required === undefined) return false;
  if (type === "outcome" && !STATUSES.has(String(fields.get("status")))) return false;
  return (
    required.every(([name, kind]) => isKind(fields.get(name), kind)) &&
    OPTIONAL.every(([name, kind]) => !fields.has(name) || isKind(fields.get(name), kind))
  );
}

function isKind(field: unknown, kind: FieldKind): boolean {
  switch (kind) {
    case "text":
      return typeof field === "string";
    case "number":
      return typeof field === "number";
    case "json":
      return field !== undefined;
    case "object":
      return typeof field === "object" && field !== null && !Array.isArray(field);
    case "list":
      return Array.isArray(field) && field.every((item) => isKind(item, "object"));
    case "texts":
      return Array.isArray(field) && field.every((item) => typeof item === "string");
    case "effects":
      return Array.isArray(field) && field.every((item) => isKind(item, "object") && "kind" in item);
    case "owner":
      return isIdentity(field);
  }
}
