import type { Client } from "@modelcontextprotocol/client";
import { fail, type FailedResult, isJsonObject, type JsonObject, type Outcome, value } from "@wield/core";
import { STREAM_ENDED } from "../transport/answer-ended-streams.ts";
import { asItCame } from "./as-it-came.ts";
import { statusOf } from "./open-client.ts";
import type { ServerConnection } from "./server-connection.ts";

/** The library wants a limit: the pipeline's own, which aborts `signal`, is the one that counts. */
const NO_LIMIT_MS = 2 ** 31 - 1;

export interface ServerRequest {
  readonly method:
    | "tools/call"
    | "resources/list"
    | "resources/templates/list"
    | "resources/read"
    | "prompts/get";
  readonly params: JsonObject;
  readonly signal: AbortSignal;
  readonly progress?: (message: string, fraction?: number) => void;
  /** Of a tool: some demand that parameters are repeated in the headers of a request. */
  readonly schema?: JsonObject;
}

/** One request to a server, connected first where needed. Nothing is sent twice that may have happened. */
export async function callServer(
  server: string,
  connection: ServerConnection,
  request: ServerRequest,
): Promise<Outcome<JsonObject>> {
  const client = await connection.ensure();
  if (!client.ok) return client;
  const first = await attempt(server, client.value, request);
  if (first.ok || first.code !== SESSION_GONE) return first;
  const again = await connection.renew(client.value);
  if (!again.ok) return again;
  const second = await attempt(server, again.value, request);
  return second.ok || second.code !== SESSION_GONE
    ? second
    : fail("mcp_disconnected", `${server} ended its session twice`, LOOK_FIRST);
}

/** The server forgot the session before it took the request. */
const SESSION_GONE = "session_gone";

const LOOK_FIRST = { hint: "look whether it happened before you repeat it." };

async function attempt(server: string, client: Client, request: ServerRequest): Promise<Outcome<JsonObject>> {
  const { method, params, signal, progress, schema } = request;
  const options = {
    signal,
    timeout: NO_LIMIT_MS,
    ...(progress === undefined
      ? {}
      : { onprogress: (told: Told) => progress(told.message ?? "", fractionOf(told)) }),
  };
  try {
    if (schema !== undefined && needsHeaders(client, schema)) {
      const name = String(params["name"]);
      const answer = await client.callTool(
        { name, arguments: { ...(isJsonObject(params["arguments"]) ? params["arguments"] : {}) } },
        { ...options, toolDefinition: { name, inputSchema: { ...schema, type: "object" } } },
      );
      return value(JSON.parse(JSON.stringify(answer)) as JsonObject);
    }
    return value(await client.request({ method, params: { ...params } }, asItCame, options));
  } catch (error) {
    return failureOf(server, error, client);
  }
}

interface Told {
  readonly message?: string | undefined;
  readonly progress: number;
  readonly total?: number | undefined;
}

function fractionOf({ progress, total }: Told): number | undefined {
  return total === undefined || total <= 0 ? undefined : Math.min(1, Math.max(0, progress / total));
}

function needsHeaders(client: Client, schema: JsonObject): boolean {
  return client.getProtocolEra() === "modern" && JSON.stringify(schema).includes('"x-mcp-header"');
}

function failureOf(server: string, error: unknown, client: Client): FailedResult {
  const { code, message } = facts(error);
  const status = statusOf(error);
  if (status === 404) return fail(SESSION_GONE, `${server} does not know the session`);
  if (status === 401 || (error instanceof Error && error.name === "UnauthorizedError")) {
    return fail("login_needed", `${server} needs a login: wield mcp login ${server}`, {
      hint: `run \`wield mcp login ${server}\`.`,
    });
  }
  if (code === "CONNECTION_CLOSED" || code === "SEND_FAILED" || client.transport === undefined)
    return fail("mcp_disconnected", `${server} went away during the call; it may have happened`, LOOK_FIRST);
  if (code === STREAM_ENDED)
    return fail(
      "mcp_disconnected",
      `${server} went away during the call (${message}); it may have happened`,
      LOOK_FIRST,
    );
  if (typeof code === "number") return fail("mcp_error", `${server}: ${message} (code ${code})`);
  return fail("mcp_error", `${server}: ${message}`);
}

function facts(error: unknown): { readonly code: unknown; readonly message: string } {
  if (!(error instanceof Error)) return { code: undefined, message: String(error) };
  // The library puts its number in front of the server's words.
  const message = error.message.replace(/^MCP error -?\d+: /, "");
  return { code: "code" in error ? error.code : undefined, message };
}
