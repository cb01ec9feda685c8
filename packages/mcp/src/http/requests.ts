import { createMcpHandler } from "@modelcontextprotocol/server";
import type { Clock, Log } from "@wield/core";
import type { Answered } from "../calls/exchange.ts";
import { type Connection, type ConnectionOptions, createConnection } from "../serve/connection.ts";
import { type AboutServer, createServer } from "../serve/create-server.ts";
import { createKeyedSessions, SESSION_HEADER } from "./keyed-sessions.ts";
import { refusal } from "./refusal.ts";

/** How long a call waits for its client to come back with answers. */
const WAIT_MS = 600_000;

/** Most calls that wait for their client at once. */
const MAX_WAITING = 256;

export interface HttpRequestsOptions {
  readonly connection: ConnectionOptions;
  readonly about: AboutServer;
  readonly maxBodyBytes: number;
  /** Calls back when the tools that are offered changed; gives back what ends that. */
  readonly onToolsChanged?: (listener: () => void) => () => void;
  readonly makeSecret: () => string;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Clients of the newest revision keep no session: each request stands alone, and is a session of its own here, so that
 * no two clients are ever mixed, unless the client says by a header which of them belong together. A call that asked
 * something is found again by the state its client was given, which nobody can guess.
 */
export interface HttpRequests {
  serve(request: Request, body: unknown): Promise<Response>;
  close(): Promise<void>;
}

interface Waiting {
  readonly connection: Connection;
  /** The state as the connection itself knows it. */
  readonly inner: string;
  readonly cancelWait: () => void;
}

export function createHttpRequests(options: HttpRequestsOptions): HttpRequests {
  const { clock, log } = options;
  const waiting = new Map<string, Waiting>();
  const open = new Set<Connection>();

  const keyed = createKeyedSessions({
    clock,
    log,
    begin: () => {
      const connection = createConnection(options.connection);
      return Object.assign(connection, { onToolsChanged: () => handler.notify.toolsChanged() });
    },
  });

  /** Those of a key go on. */
  const end = (connection: Connection): void => {
    if (!open.delete(connection)) return;
    connection.close().catch((error: unknown) => log("warn", `an MCP request: ${String(error)}`));
  };
  /** The connection as the protocol's side sees it: what waits is kept under a state of our own. */
  const tracked = (connection: Connection, isKept: { value: boolean }): Connection => ({
    ...connection,
    callTool: async (name, given, request) => {
      const resumed = request.repeats === undefined ? undefined : waiting.get(request.repeats.state);
      if (request.repeats !== undefined && resumed !== undefined) {
        waiting.delete(request.repeats.state);
        resumed.cancelWait();
        const inner = { ...request, repeats: { ...request.repeats, state: resumed.inner } };
        return keep(resumed.connection, await resumed.connection.callTool(name, given, inner), {
          value: false,
        });
      }
      return keep(connection, await connection.callTool(name, given, request), isKept);
    },
  });
  const keep = (connection: Connection, answered: Answered, isKept: { value: boolean }): Answered => {
    if (answered["resultType"] !== "input_required" || typeof answered["requestState"] !== "string") {
      if (!isKept.value) end(connection);
      return answered;
    }
    isKept.value = true;
    const [oldest] = waiting;
    if (waiting.size >= MAX_WAITING && oldest !== undefined) drop(oldest[0]);
    const state = options.makeSecret();
    const cancelWait = clock.timer(WAIT_MS, () => drop(state));
    waiting.set(state, { connection, inner: answered["requestState"], cancelWait });
    return { ...answered, requestState: state };
  };
  const drop = (state: string): void => {
    const dropped = waiting.get(state);
    if (dropped === undefined) return;
    waiting.delete(state);
    dropped.cancelWait();
    end(dropped.connection);
  };

  const handler = createMcpHandler(
    ({ requestInfo }) => {
      const key = requestInfo?.headers.get(SESSION_HEADER) ?? undefined;
      const kept = key === undefined ? undefined : keyed.open(key);
      if (kept !== undefined && "refusal" in kept) throw new Error(kept.refusal);
      const connection = kept ?? createConnection(options.connection);
      if (kept === undefined) open.add(connection);
      const isKept = { value: false };
      const server = createServer(tracked(connection, isKept), options.about, () => undefined);
      Object.assign(server, {
        onclose: () => {
          if (!isKept.value) end(connection);
        },
      });
      return server;
    },
    {
      legacy: "reject",
      maxRequestBodySize: options.maxBodyBytes,
      onerror: (error) => log("debug", `MCP over HTTP: ${error.message}`),
    },
  );

  const stopListening = options.onToolsChanged?.(() => handler.notify.toolsChanged());

  return {
    serve: async (request, body) => {
      const key = request.headers.get(SESSION_HEADER);
      const kept = key === null ? undefined : keyed.open(key);
      if (kept !== undefined && "refusal" in kept) return refusal(kept.status, -32000, kept.refusal);
      return handler.fetch(request, body === undefined ? {} : { parsedBody: body });
    },
    close: async () => {
      stopListening?.();
      for (const state of waiting.keys()) drop(state);
      await handler.close();
      await Promise.all([keyed.close(), ...[...open].map((connection) => connection.close())]);
    },
  };
}
