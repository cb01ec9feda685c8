import { isJsonContentType, isLegacyRequest, type JSONRPCMessage } from "@modelcontextprotocol/server";
import type { Clock, Log } from "@wield/core";
import type { Offers } from "../offers/offers.ts";
import type { ConnectionOptions } from "../serve/connection.ts";
import { instructions } from "../serve/instructions.ts";
import type { PlainAnswer, PlainRequest } from "./plain-request.ts";
import { createHttpRequests } from "./requests.ts";
import { refusal } from "./refusal.ts";
import { createHttpSessions } from "./sessions.ts";

/** The largest request that is read. */
const MAX_BODY_BYTES = 20 * 1024 * 1024;

/** The largest request that takes the short way: what is larger is rare, and read once more. */
const MAX_CALL_BYTES = 256 * 1024;

const PARSE_ERROR = -32700;

export interface HttpEndpointOptions extends ConnectionOptions {
  /** Of Wield, as clients are told. */
  readonly version: string;
  /** What is offered besides tools; default: the stored results of each client's own conversation. */
  readonly offers?: Offers;
  /** Calls back when the tools that are offered changed; gives back what ends that. */
  readonly onToolsChanged?: (listener: () => void) => () => void;
  /** A text nobody can guess, of letters, digits, `-` and `_`: who has it has the session, or the answer to a question. */
  readonly makeSecret: () => string;
  readonly clock: Clock;
  readonly log: Log;
}

/** The MCP endpoint over streamable HTTP. Who may call is judged in front of it. */
export interface HttpEndpoint {
  fetch(request: Request): Promise<Response>;
  /** The short way of most calls: no stream, nothing converted. Nothing when `fetch` has to answer. */
  call(request: PlainRequest): Promise<PlainAnswer> | undefined;
  /** Clients that keep a session. */
  readonly sessions: number;
  /** Ends all sessions with what they started. */
  close(): Promise<void>;
}

/** Serves any number of clients of all known revisions; the answer of one never reaches another. */
export function createHttpEndpoint(options: HttpEndpointOptions): HttpEndpoint {
  const { version, clock, log, workspace, cwd } = options;
  const offers = options.offers === undefined ? {} : { offers: options.offers };
  const shared = {
    connection: { ...options, ignoresRoots: true },
    about: { version, instructions: instructions({ explicit: workspace ?? cwd, cwd }), ...offers },
    maxBodyBytes: MAX_BODY_BYTES,
    ...(options.onToolsChanged === undefined ? {} : { onToolsChanged: options.onToolsChanged }),
    makeSecret: options.makeSecret,
    clock,
    log,
  };
  const sessions = createHttpSessions(shared);
  const requests = createHttpRequests(shared);
  return {
    get sessions() {
      return sessions.count;
    },
    fetch: async (request) => {
      if (request.method !== "POST") return sessions.serve(request, undefined);
      if (!isJsonContentType(request.headers.get("content-type")))
        return refusal(415, -32000, "Unsupported Media Type: Content-Type must be application/json");
      const body = await readBody(request);
      if (!body.isRead) return body.refused;
      return (await isLegacyRequest(request, body.value))
        ? sessions.serve(request, body.value)
        : requests.serve(request, body.value);
    },
    call: (request) => {
      if (request.body.length > MAX_CALL_BYTES || !isPlainCall(request)) return undefined;
      const message = parse(request.body);
      return message === undefined ? undefined : sessions.serveCall(request, message);
    },
    close: async () => {
      await Promise.all([sessions.close(), requests.close()]);
    },
  };
}

function isPlainCall({ header }: PlainRequest): boolean {
  const accept = header("accept") ?? "";
  return (
    isJsonContentType(header("content-type") ?? null) &&
    accept.includes("application/json") &&
    accept.includes("text/event-stream")
  );
}

/** Throws on what is no UTF-8. */
function strictUtf8(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
}

/** A call or a cancel by its outer form; the rest is looked at where it is used. Nothing for any other message. */
function parse(body: Uint8Array): JSONRPCMessage | undefined {
  let message: unknown;
  try {
    message = JSON.parse(strictUtf8(body));
  } catch {
    return undefined;
  }
  return isShortMessage(message) ? message : undefined;
}

function isShortMessage(given: unknown): given is JSONRPCMessage {
  if (typeof given !== "object" || given === null || !("jsonrpc" in given) || given.jsonrpc !== "2.0")
    return false;
  if (!("method" in given) || !("params" in given)) return false;
  const { method, params } = given;
  if (typeof params !== "object" || params === null || Array.isArray(params)) return false;
  if (!("id" in given)) return method === "notifications/cancelled";
  const { id } = given;
  return method === "tools/call" && (typeof id === "string" || Number.isSafeInteger(id));
}

type Body =
  | { readonly isRead: true; readonly value: unknown }
  | { readonly isRead: false; readonly refused: Response };

async function readBody(request: Request): Promise<Body> {
  const tooLarge = refusal(413, -32000, `Payload Too Large: at most ${MAX_BODY_BYTES} bytes`);
  if (Number(request.headers.get("content-length") ?? 0) > MAX_BODY_BYTES)
    return { isRead: false, refused: tooLarge };
  const chunks: Uint8Array[] = [];
  let held = 0;
  for await (const chunk of request.body ?? []) {
    held += chunk.length;
    if (held > MAX_BODY_BYTES) return { isRead: false, refused: tooLarge };
    chunks.push(chunk);
  }
  let text: string;
  try {
    text = strictUtf8(Buffer.concat(chunks));
  } catch {
    return { isRead: false, refused: refusal(400, PARSE_ERROR, "Parse error: the body is not UTF-8") };
  }
  try {
    return { isRead: true, value: JSON.parse(text) as unknown };
  } catch {
    return { isRead: false, refused: refusal(400, PARSE_ERROR, "Parse error: the body is not JSON") };
  }
}
