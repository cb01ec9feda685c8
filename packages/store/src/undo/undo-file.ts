import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { crc32 } from "node:zlib";
import type { FileBefore, UndoChange } from "@wield/core";
import { fieldsOf, parseJson } from "../home/json-fields.ts";

const FIRST_READ_BYTES = 16 * 1024;
const MAX_HEADER_BYTES = 4 * 1024 * 1024;
const LINE_BREAK = 0x0a;

/** The call a change belongs to. */
export interface UndoCall {
  readonly callId: string;
  readonly sessionId: string;
  readonly workspace: string;
  /** Where the files are, when that is not this machine. */
  readonly place?: string;
  readonly tool: string;
  readonly at: number;
}

/** What stands before the bytes in one undo file. */
export interface UndoHeader {
  readonly call: UndoCall;
  readonly change: UndoChange;
  /** Of the previous content that follows the header's line; absent when there is none. */
  readonly content?: { readonly bytes: number; readonly crc32: number };
}

/**
 * The parts of one undo file: a line of JSON, then the previous bytes. The lengths in it tell a whole file from
 * one that a killed process began, so no rename is needed to make it appear at once.
 */
export function encodeUndo(call: UndoCall, index: number, before: FileBefore): readonly Uint8Array[] {
  const { content, ...rest } = before;
  const header: UndoHeader = {
    call: {
      callId: call.callId,
      sessionId: call.sessionId,
      workspace: call.workspace,
      ...(call.place === undefined ? {} : { place: call.place }),
      tool: call.tool,
      at: call.at,
    },
    change: { ...rest, index, existed: content !== undefined || before.appendedAt !== undefined },
    ...(content === undefined ? {} : { content: { bytes: content.length, crc32: crc32(content) } }),
  };
  const line = Buffer.from(`${JSON.stringify({ v: 1, ...header })}\n`);
  return content === undefined ? [line] : [line, content];
}

export interface UndoFileRead {
  readonly header: UndoHeader;
  readonly content: Uint8Array | undefined;
}

/** Reads one undo file; `undefined` when it is torn. Without `withContent` only its length is looked at. */
export function readUndoFile(path: string, withContent: boolean): UndoFileRead | undefined {
  const fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const size = fstatSync(fd).size;
    const first = readHeader(fd, size);
    if (first === undefined) return undefined;
    const { header, contentStart } = first;
    const expected = contentStart + (header.content?.bytes ?? 0);
    if (size !== expected) return undefined;
    if (!withContent || header.content === undefined) return { header, content: undefined };
    const content = readBytes(fd, contentStart, header.content.bytes);
    return content.length === header.content.bytes && crc32(content) === header.content.crc32
      ? { header, content }
      : undefined;
  } finally {
    closeSync(fd);
  }
}

function readHeader(
  fd: number,
  size: number,
): { readonly header: UndoHeader; readonly contentStart: number } | undefined {
  for (let want = FIRST_READ_BYTES; ; want *= 8) {
    const bytes = readBytes(fd, 0, Math.min(want, size));
    const end = bytes.indexOf(LINE_BREAK);
    if (end >= 0) {
      const header = parseHeader(bytes.toString("utf8", 0, end));
      return header === undefined ? undefined : { header, contentStart: end + 1 };
    }
    if (want >= size || want >= MAX_HEADER_BYTES) return undefined;
  }
}

function readBytes(fd: number, from: number, count: number): Buffer {
  const bytes = Buffer.allocUnsafe(count);
  let filled = 0;
  while (filled < count) {
    const read = readSync(fd, bytes, filled, count - filled, from + filled);
    if (read === 0) break;
    filled += read;
  }
  return bytes.subarray(0, filled);
}

function parseHeader(text: string): UndoHeader | undefined {
  const parsed = parseJson(text);
  return isHeader(parsed) ? parsed : undefined;
}

function isHeader(candidate: unknown): candidate is UndoHeader {
  const fields = fieldsOf(candidate);
  const call = fieldsOf(fields.get("call"));
  const change = fieldsOf(fields.get("change"));
  const content = fields.get("content");
  return (
    fields.get("v") === 1 &&
    ["callId", "sessionId", "workspace", "tool"].every((name) => typeof call.get(name) === "string") &&
    typeof call.get("at") === "number" &&
    ["real", "display"].every((name) => typeof change.get(name) === "string") &&
    typeof change.get("index") === "number" &&
    typeof change.get("existed") === "boolean" &&
    Array.isArray(change.get("madeParents")) &&
    (content === undefined ||
      ["bytes", "crc32"].every((name) => typeof fieldsOf(content).get(name) === "number"))
  );
}
