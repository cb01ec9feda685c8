import { isJson } from "@wield/core";
import type { AssistantMessage, CallStatus, Message, SessionEvent, TodoItem, UserMessage } from "@wield/core";
import { fieldsOf } from "../home/json-fields.ts";

type Members<Union extends string> = Readonly<Record<Union, true>>;

// Written so that a member that is added to one of these types and not here does not compile: what is not known
// here is set aside when a session is read.
const TODO_STATUSES = membersOf<TodoItem["status"]>({ pending: true, in_progress: true, completed: true });
const ORIGINS = membersOf<UserMessage["origin"]>({ person: true, guard: true, notice: true, summary: true });
const STATUSES = membersOf<CallStatus>({ ok: true, failed: true, denied: true, cancelled: true });

const MOST_ID_CHARACTERS = 300;

/** Name of a picture's file: nothing else of a record is ever used as a path. */
const IMAGE_FILE = /^[0-9a-f]{64}$/;

type Fields = ReadonlyMap<string, unknown>;

/** Whether this stands for a picture, in the form that is read. */
export type IsImage = (candidate: unknown) => boolean;

/**
 * Whether parsed JSON is an event, with pictures in the form of a record (names of files) or another. All that a reader relies on is
 * looked at: a record may have been written by another version, or by somebody who means harm.
 */
export function isEvent(candidate: unknown, isImage: IsImage): candidate is SessionEvent {
  const fields = fieldsOf(candidate);
  return EVENTS.get(String(fields.get("kind")))?.(fields, isImage) ?? false;
}

type Check = (fields: Fields, isImage: IsImage) => boolean;

const EVENTS = checksOf<SessionEvent["kind"]>({
  message: (fields, isImage) => isMessage(fieldsOf(fields.get("message")), isImage),
  removed: (fields) => areTexts(fields.get("messageIds")),
  summary: (fields) => hasTexts(fields, ["firstId", "lastId", "text"]),
  title: (fields) => hasTexts(fields, ["title"]),
  todo: (fields) => isListOf(fields.get("items"), isTodo),
  task: (fields) => hasTexts(fields, ["taskId", "sessionId", "prompt"]),
  goal: (fields) => isJson(fields.get("goal")),
  setting: (fields) => mayHaveTexts(fields, ["model", "toolset", "approvalMode"]),
  turn_started: (fields) => hasNumbers(fields, ["turn"]) && hasTexts(fields, ["surface"]),
  turn_ended: (fields) =>
    hasNumbers(fields, ["turn", "steps", "calls"]) &&
    hasTexts(fields, ["reason"]) &&
    hasNumbers(fieldsOf(fields.get("usage")), ["input", "output", "cached"]),
});

const MESSAGES = checksOf<Message["role"]>({
  user: (fields, isImage) =>
    ORIGINS.has(String(fields.get("origin"))) &&
    isListOf(fields.get("parts"), (part) => USER_PARTS.get(kindOf(part))?.(fieldsOf(part), isImage) ?? false),
  assistant: (fields, isImage) =>
    hasTexts(fields, ["model"]) &&
    isListOf(
      fields.get("parts"),
      (part) => ASSISTANT_PARTS.get(kindOf(part))?.(fieldsOf(part), isImage) ?? false,
    ),
  result: (fields, isImage) =>
    hasTexts(fields, ["callId", "tool", "text"]) &&
    STATUSES.has(String(fields.get("status"))) &&
    areTexts(fields.get("origins")) &&
    mayHaveTexts(fields, ["code", "outputRef"]) &&
    (!fields.has("images") || isListOf(fields.get("images"), isImage)),
});

const USER_PARTS = checksOf<UserMessage["parts"][number]["kind"]>({
  text: (fields) => hasTexts(fields, ["text"]),
  image: (fields, isImage) => isImage(fields.get("image")),
});

const ASSISTANT_PARTS = checksOf<AssistantMessage["parts"][number]["kind"]>({
  text: (fields) => hasTexts(fields, ["text"]),
  reasoning: (fields) => hasTexts(fields, ["text", "provider"]) && mayHaveJson(fields, "opaque"),
  call: (fields) =>
    hasTexts(fields, ["callId", "tool", "rawInput"]) &&
    mayHaveTexts(fields, ["provider"]) &&
    mayHaveJson(fields, "opaque") &&
    (!fields.has("wasCutOff") || typeof fields.get("wasCutOff") === "boolean"),
});

/** Whether this is a picture as a record holds it. */
export function isStoredImage(candidate: unknown): candidate is { mediaType: string; file: string } {
  const fields = fieldsOf(candidate);
  return (
    fields.get("type") === "image" &&
    hasTexts(fields, ["mediaType", "file"]) &&
    IMAGE_FILE.test(String(fields.get("file")))
  );
}

function isMessage(fields: Fields, isImage: IsImage): boolean {
  const id = fields.get("id");
  if (typeof id !== "string" || id === "" || id.length > MOST_ID_CHARACTERS) return false;
  return MESSAGES.get(String(fields.get("role")))?.(fields, isImage) ?? false;
}

function kindOf(candidate: unknown): string {
  return String(fieldsOf(candidate).get("kind"));
}

function isTodo(candidate: unknown): boolean {
  const fields = fieldsOf(candidate);
  return hasTexts(fields, ["content"]) && TODO_STATUSES.has(String(fields.get("status")));
}

function hasTexts(fields: Fields, names: readonly string[]): boolean {
  return names.every((name) => typeof fields.get(name) === "string");
}

function mayHaveTexts(fields: Fields, names: readonly string[]): boolean {
  return names.every((name) => !fields.has(name) || typeof fields.get(name) === "string");
}

function mayHaveJson(fields: Fields, name: string): boolean {
  return !fields.has(name) || isJson(fields.get(name));
}

function hasNumbers(fields: Fields, names: readonly string[]): boolean {
  return names.every((name) => Number.isFinite(fields.get(name)));
}

function areTexts(candidate: unknown): boolean {
  return Array.isArray(candidate) && candidate.every((item) => typeof item === "string");
}

function isListOf(candidate: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(candidate) && candidate.every(isItem);
}

function membersOf<Union extends string>(members: Members<Union>): ReadonlySet<string> {
  return new Set(Object.keys(members));
}

/** By name in a map: a name from outside never meets a prototype. */
function checksOf<Kind extends string>(checks: Readonly<Record<Kind, Check>>): ReadonlyMap<string, Check> {
  return new Map(Object.entries<Check>(checks));
}
