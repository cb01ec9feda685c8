import { randomBytes } from "node:crypto";
import { type Server, WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import type { Clock, Log } from "@wield/core";
import { type Connection, type ConnectionOptions, createConnection } from "../serve/connection.ts";
import { type AboutServer, createServer } from "../serve/create-server.ts";
import { createEventLog } from "./event-log.ts";

const IDLE_MS = 3_600_000;
const SWEEP_MS = 60_000;

/** Most clients at once: each holds a conversation of its own. */
const MAX_SESSIONS = 512;

/** Clients that keep a session: each has a connection of its own, found again by its id. */
export interface HttpSessions {
  readonly count: number;
  /** Answers a request of a client that says which session it belongs to, or asks for a new one. */
  serve(request: Request, body: unknown): Promise<Response>;
  close(): Promise<void>;
}

interface HttpSession {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly server: Server;
  readonly connection: Connection;
  /** Monotonic milliseconds. */
  usedAt: number;
  open: number;
}

export interface HttpSessionsOptions {
  readonly connection: ConnectionOptions;
  readonly about: AboutServer;
  readonly maxBodyBytes: number;
  readonly clock: Clock;
  readonly log: Log;
}

export function createHttpSessions(options: HttpSessionsOptions): HttpSessions {
  const { clock, log } = options;
  const sessions = new Map<string, HttpSession>();
  let cancelSweep = (): void => undefined;

  const end = async (id: string): Promise<void> => {
    const session = sessions.get(id);
    if (session === undefined) return;
    sessions.delete(id);
    await session.connection.close();
    await session.server.close();
  };
  const sweep = (): void => {
    const now = clock.monotonic();
    for (const [id, { usedAt, open }] of sessions) {
      if (open === 0 && now - usedAt > IDLE_MS)
        end(id).catch((error: unknown) => log("warn", `an idle MCP session: ${String(error)}`));
    }
    cancelSweep = clock.timer(SWEEP_MS, sweep);
  };
  sweep();

  const begin = async (): Promise<HttpSession> => {
    const connection = createConnection(options.connection);
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => randomBytes(24).toString("base64url"),
      eventStore: createEventLog(),
      maxRequestBodySize: options.maxBodyBytes,
      onsessioninitialized: (id) => void sessions.set(id, session),
      onsessionclosed: (id) => end(id),
    });
    const server = createServer(connection, options.about, () => undefined);
    const session: HttpSession = { transport, server, connection, usedAt: clock.monotonic(), open: 0 };
    await server.connect(transport);
    return session;
  };

  return {
    get count() {
      return sessions.size;
    },
    serve: async (request, body) => {
      const id = request.headers.get("mcp-session-id");
      const known = id === null ? undefined : sessions.get(id);
      if (id !== null && known === undefined) return refusal(404, -32001, "Session not found");
      if (known === undefined && !isInitialize(body))
        return refusal(400, -32000, "Bad Request: no session; send initialize first");
      if (known === undefined && sessions.size >= MAX_SESSIONS)
        return refusal(503, -32000, `${MAX_SESSIONS} sessions are open; end one, or come back later`);
      const session = known ?? (await begin());
      session.usedAt = clock.monotonic();
      session.open += 1;
      try {
        const response = await session.transport.handleRequest(
          request,
          body === undefined ? {} : { parsedBody: body },
        );
        // A first request that was refused leaves no session behind.
        if (known === undefined && session.transport.sessionId === undefined)
          await session.connection.close();
        return response;
      } finally {
        session.open -= 1;
        session.usedAt = clock.monotonic();
      }
    },
    close: async () => {
      cancelSweep();
      await Promise.all([...sessions.keys()].map(end));
    },
  };
}

function isInitialize(body: unknown): boolean {
  const messages: readonly unknown[] = Array.isArray(body) ? body : [body];
  return messages.some(
    (message) =>
      typeof message === "object" &&
      message !== null &&
      "method" in message &&
      message.method === "initialize",
  );
}

/** An answer in the protocol's own form to a request that reaches no session. */
export function refusal(status: number, code: number, message: string): Response {
  return Response.json({ jsonrpc: "2.0", error: { code, message }, id: null }, { status });
}
