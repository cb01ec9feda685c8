import { isJson } from "@wield/core";
import type { SessionEvent } from "@wield/core";
import { fieldsOf } from "../home/json-fields.ts";

const TODO_STATUSES = new Set(["pending", "in_progress", "completed"]);
const ORIGINS = new Set(["person", "guard", "notice", "summary"]);
const STATUSES = new Set(["ok", "failed", "denied", "cancelled"]);
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
  switch (fields.get("kind")) {
    case "message":
      return isMessage(fieldsOf(fields.get("message")), isImage);
    case "removed":
      return areTexts(fields.get("messageIds"));
    case "summary":
      return hasTexts(fields, ["firstId", "lastId", "text"]);
    case "title":
      return hasTexts(fields, ["title"]);
    case "todo":
      return isListOf(fields.get("items"), isTodo);
    case "goal":
      return isJson(fields.get("goal"));
    case "task":
      return hasTexts(fields, ["taskId", "sessionId", "prompt"]);
    case "setting":
      return mayHaveTexts(fields, ["model", "toolset", "approvalMode"]);
    case "turn_started":
      return hasNumbers(fields, ["turn"]) && hasTexts(fields, ["surface"]);
    case "turn_ended":
      return (
        hasNumbers(fields, ["turn", "steps", "calls"]) &&
        hasTexts(fields, ["reason"]) &&
        hasNumbers(fieldsOf(fields.get("usage")), ["input", "output", "cached"])
      );
    default:
      return false;
  }
}

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
  switch (fields.get("role")) {
    case "user":
      return (
        ORIGINS.has(String(fields.get("origin"))) &&
        isListOf(fields.get("parts"), (part) => isUserPart(part, isImage))
      );
    case "assistant":
      return hasTexts(fields, ["model"]) && isListOf(fields.get("parts"), isAssistantPart);
    case "result":
      return (
        hasTexts(fields, ["callId", "tool", "text"]) &&
        STATUSES.has(String(fields.get("status"))) &&
        areTexts(fields.get("origins")) &&
        mayHaveTexts(fields, ["code", "outputRef"]) &&
        (!fields.has("images") || isListOf(fields.get("images"), isImage))
      );
    default:
      return false;
  }
}

function isUserPart(candidate: unknown, isImage: IsImage): boolean {
  const fields = fieldsOf(candidate);
  if (fields.get("kind") === "image") return isImage(fields.get("image"));
  return fields.get("kind") === "text" && hasTexts(fields, ["text"]);
}

function isAssistantPart(candidate: unknown): boolean {
  const fields = fieldsOf(candidate);
  if (fields.has("opaque") && !isJson(fields.get("opaque"))) return false;
  switch (fields.get("kind")) {
    case "text":
      return hasTexts(fields, ["text"]);
    case "reasoning":
      return hasTexts(fields, ["text", "provider"]);
    case "call":
      return (
        hasTexts(fields, ["callId", "tool", "rawInput"]) &&
        mayHaveTexts(fields, ["provider"]) &&
        (!fields.has("wasCutOff") || typeof fields.get("wasCutOff") === "boolean")
      );
    default:
      return false;
  }
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

function hasNumbers(fields: Fields, names: readonly string[]): boolean {
  return names.every((name) => Number.isFinite(fields.get(name)));
}

function areTexts(candidate: unknown): boolean {
  return Array.isArray(candidate) && candidate.every((item) => typeof item === "string");
}

function isListOf(candidate: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(candidate) && candidate.every(isItem);
}
