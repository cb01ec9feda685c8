import type { Json } from "./json.ts";

/** Registered, so that a result made by a second copy of this library is recognised too. */
const RESULT_MARK: unique symbol = Symbol.for("wield.result");

/** An image that belongs to a result. `bytes` is the encoded file, not pixels. */
export interface ImageBlock {
  readonly type: "image";
  /** Such as `image/png`. */
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

export interface OkResult<Data = Json | undefined> {
  readonly ok: true;
  readonly status: "ok";
  readonly text: string;
  readonly data?: Data;
  readonly blocks?: readonly ImageBlock[];
  /** One line each, shown after the text, never part of it. */
  readonly notes?: readonly string[];
  /** Keep control codes in `text`: the bytes are the point. */
  readonly verbatim?: boolean;
}

export interface FailedResult {
  readonly ok: false;
  readonly status: "failed";
  /** For programs: one of the tool's declared codes or a pipeline code. */
  readonly code: string;
  /** For the model: what was wrong with which value, and what was expected. */
  readonly message: string;
  /** The next step, as one sentence. */
  readonly hint?: string;
  readonly data?: Json;
  readonly notes?: readonly string[];
}

export type ToolResult<Data = Json | undefined> = OkResult<Data> | FailedResult;

/** What a service answers: a value, or a failure that a tool may return as its own result. */
export type Outcome<Value> = { readonly ok: true; readonly value: Value } | FailedResult;

export interface OkExtras {
  readonly blocks?: readonly ImageBlock[];
  readonly notes?: readonly string[];
  readonly verbatim?: boolean;
}

/** A successful result. `data` must be JSON and match the tool's `output` when it declares one. */
export function ok(text: string): OkResult<undefined>;
export function ok<Data extends Json | undefined>(
  text: string,
  data: Data,
  extras?: OkExtras,
): OkResult<Data>;
export function ok(text: string, data?: Json, extras: OkExtras = {}): OkResult {
  const { blocks, notes, verbatim } = extras;
  return mark({
    ok: true,
    status: "ok",
    text,
    ...(data === undefined ? {} : { data }),
    ...(blocks === undefined ? {} : { blocks }),
    ...(notes === undefined ? {} : { notes }),
    ...(verbatim === undefined ? {} : { verbatim }),
  });
}

export interface FailExtras {
  readonly hint?: string;
  readonly data?: Json;
  readonly notes?: readonly string[];
}

/** A failed result: an expected failure, told to the model as `message` and `hint`. */
export function fail(code: string, message: string, extras: FailExtras = {}): FailedResult {
  const { hint, data, notes } = extras;
  return mark({
    ok: false,
    status: "failed",
    // Authors without types may have no code of their own.
    code: code || "tool_reported_error",
    message,
    ...(hint === undefined ? {} : { hint }),
    ...(data === undefined ? {} : { data }),
    ...(notes === undefined ? {} : { notes }),
  });
}

export function value<Value>(of: Value): Outcome<Value> {
  return { ok: true, value: of };
}

/** True for what `ok` and `fail` make, by mark and shape, whichever copy of the library made it. */
export function isToolResult(candidate: unknown): candidate is ToolResult {
  if (typeof candidate !== "object" || candidate === null || !(RESULT_MARK in candidate)) return false;
  const result = candidate as Record<string, unknown>;
  if (!hasOptional(result["notes"], isStringList)) return false;
  switch (result["status"]) {
    case "ok":
      return (
        result["ok"] === true &&
        typeof result["text"] === "string" &&
        hasOptional(result["verbatim"], (flag) => typeof flag === "boolean") &&
        hasOptional(result["blocks"], isBlockList)
      );
    case "failed":
      return (
        result["ok"] === false &&
        typeof result["code"] === "string" &&
        typeof result["message"] === "string" &&
        result["message"].trim() !== "" &&
        hasOptional(result["hint"], (hint) => typeof hint === "string")
      );
    default:
      return false;
  }
}

function mark<Result extends object>(result: Result): Result {
  Object.defineProperty(result, RESULT_MARK, { value: true });
  return Object.freeze(result);
}

function hasOptional(field: unknown, test: (field: unknown) => boolean): boolean {
  return field === undefined || test(field);
}

function isStringList(field: unknown): boolean {
  return Array.isArray(field) && field.every((item) => typeof item === "string");
}

function isBlockList(field: unknown): boolean {
  return (
    Array.isArray(field) &&
    field.every(
      (block: unknown) =>
        typeof block === "object" &&
        block !== null &&
        (block as ImageBlock).type === "image" &&
        typeof (block as ImageBlock).mediaType === "string" &&
        isBytes((block as ImageBlock).bytes),
    )
  );
}

/** By its kind, not by its class: it may come from another realm. */
function isBytes(field: unknown): field is Uint8Array {
  return Object.prototype.toString.call(field) === "[object Uint8Array]";
}
