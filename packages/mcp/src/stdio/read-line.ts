import { isUtf8 } from "node:buffer";
import type { JSONRPCMessage, RequestId } from "@modelcontextprotocol/server";

const PARSE_ERROR = -32700;
export const INVALID_REQUEST = -32600;
export const INVALID_PARAMS = -32602;

/** What one line holds. A fault is answered with its code under its id; without an answer it is only logged. */
export type Received =
  | { readonly kind: "message"; readonly message: JSONRPCMessage }
  | { readonly kind: "fault"; readonly id: RequestId | null; readonly code: number; readonly text: string }
  | { readonly kind: "unanswerable"; readonly text: string };

/** A line is one message, or several of an old client that sends batches. */
export type Line = Received | { readonly kind: "batch"; readonly items: readonly Received[] };

type Fields = Readonly<Record<string, unknown>>;

/** Reads one line of JSON-RPC. Only what the protocol layer takes without loss passes; the rest is a fault. */
export function readLine(bytes: Buffer): Line {
  if (!isUtf8(bytes)) return fault(null, PARSE_ERROR, "the line is not UTF-8");
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString("utf8"));
  } catch (error) {
    return fault(null, PARSE_ERROR, `the line is not JSON: ${error instanceof Error ? error.message : ""}`);
  }
  if (!Array.isArray(value)) return readOne(value);
  if (value.length === 0) return fault(null, INVALID_REQUEST, "the batch is empty");
  return { kind: "batch", items: value.map(readOne) };
}

function readOne(value: unknown): Received {
  if (!isFields(value)) return fault(null, INVALID_REQUEST, "a message has to be an object");
  const { id } = value;
  const isRequestId = typeof id === "string" || (typeof id === "number" && Number.isSafeInteger(id));
  if (value["jsonrpc"] !== "2.0")
    return fault(isRequestId ? id : null, INVALID_REQUEST, 'jsonrpc has to be "2.0"');
  if (value["method"] === undefined) return readResponse(value, isRequestId ? id : undefined);
  if (typeof value["method"] !== "string")
    return fault(isRequestId ? id : null, INVALID_REQUEST, "method has to be a string");
  if (id !== undefined && !isRequestId)
    return fault(null, INVALID_REQUEST, "id has to be a string or a whole number");
  const { method, params = null } = value;
  const wrong = wrongParams(params);
  if (wrong !== undefined) {
    return id === undefined
      ? { kind: "unanswerable", text: `${method}: ${wrong}` }
      : fault(isRequestId ? id : null, INVALID_PARAMS, wrong);
  }
  const given = params === null ? {} : { params: params as Record<string, unknown> };
  return { kind: "message", message: { jsonrpc: "2.0", ...(isRequestId ? { id } : {}), method, ...given } };
}

/** Answering a broken answer would start an exchange without end. */
function readResponse(value: Fields, id: RequestId | undefined): Received {
  const { result, error } = value;
  if (result === undefined && error === undefined)
    return fault(id ?? null, INVALID_REQUEST, "a message has to have a method, a result or an error");
  if (id !== undefined && isFields(result))
    return { kind: "message", message: { jsonrpc: "2.0", id, result } };
  if (isFields(error) && typeof error["code"] === "number" && typeof error["message"] === "string") {
    const { code, message, data } = error;
    const said = { code, message, ...(data === undefined ? {} : { data }) };
    return { kind: "message", message: { jsonrpc: "2.0", ...(id === undefined ? {} : { id }), error: said } };
  }
  return { kind: "unanswerable", text: "an answer that is neither a result nor an error of a request" };
}

function wrongParams(params: unknown): string | undefined {
  if (params === null) return undefined;
  if (!isFields(params)) return "params has to be an object";
  const meta = params["_meta"];
  if (meta === undefined) return undefined;
  if (!isFields(meta)) return "params._meta has to be an object";
  const token = meta["progressToken"];
  if (token !== undefined && typeof token !== "string" && !Number.isSafeInteger(token))
    return "params._meta.progressToken has to be a string or a whole number";
  const task = meta["io.modelcontextprotocol/related-task"];
  if (task !== undefined && !(isFields(task) && typeof task["taskId"] === "string"))
    return "params._meta names a task without a taskId";
  return undefined;
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function fault(id: RequestId | null, code: number, text: string): Received {
  return { kind: "fault", id, code, text };
}
