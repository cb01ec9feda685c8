import {
  type JSONRPCMessage,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import type { Clock, Log } from "@wield/core";
import { type Connection, type ConnectionOptions, createConnection } from "../serve/connection.ts";
import { type AboutServer, createServer } from "../serve/create-server.ts";
import type { PlainAnswer, PlainRequest } from "./plain-request.ts";
import { createSessionCalls, type SessionCalls } from "./session-calls.ts";
import { createOpenStreams, type OpenStreams } from "./open-streams.ts";
import { createEventLog } from "./event-log.ts";
import { refusal } from "./refusal.ts";

const IDLE_MS = 3_600_000;
const SWEEP_MS = 60_000;

/** Time without use after which a session may end to make room for another. */
const LEFT_MS = 60_000;

/** Most clients at once: each holds a conversation of its own. */
const MAX_SESSIONS = 512;

/** Clients that keep a session: each has a connection of its own, found again by its id. */
export interface HttpSessions {
  readonly count: number;
  /** Answers a request of a client that says which session it belongs to, or asks for a new one. */
  serve(request: Request, body: unknown): Promise<Response>;
  /** Answers a call without a stream; nothing when that cannot be, and `serve` has to. */
  serveCall(request: PlainRequest, message: JSONRPCMessage): Promise<PlainAnswer> | undefined;
  close(): Promise<void>;
}

interface HttpSession {
  readonly calls: SessionCalls;
  readonly streams: OpenStreams;
  /** Of the protocol, as agreed on with this client. */
  readonly revision: () => string | undefined;
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
  readonly makeSecret: () => string;
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
    session.calls.close();
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
  /** A client that opens sessions and leaves them does not keep others out: the one left longest ends. */
  const makeRoom = (): boolean => {
    const left = [...sessions].filter(
      ([, { usedAt, open }]) => open === 0 && clock.monotonic() - usedAt >= LEFT_MS,
    );
    const [longest] = left.toSorted(([, one], [, other]) => one.usedAt - other.usedAt);
    if (longest === undefined) return false;
    end(longest[0]).catch((error: unknown) => log("warn", `a left MCP session: ${String(error)}`));
    return true;
  };

  const begin = async (): Promise<HttpSession> => {
    const connection = createConnection(options.connection);
    const streams = createOpenStreams(() => {
      log("warn", "an MCP client does not read what it is sent; its session ends");
      void end(transport.sessionId ?? "").catch((error: unknown) => log("warn", String(error)));
    });
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: options.makeSecret,
      eventStore: createEventLog(streams.sent),
      maxRequestBodySize: options.maxBodyBytes,
      onsessioninitialized: (id) => void sessions.set(id, session),
      onsessionclosed: (id) => end(id),
    });
    const calls = createSessionCalls(connection, clock);
    const server = createServer(connection, options.about, calls.open);
    const revision = (): string | undefined => server.getNegotiatedProtocolVersion();
    const usedAt = clock.monotonic();
    const parts = { transport, server, connection, calls, streams, revision };
    const session: HttpSession = { ...parts, usedAt, open: 0 };
    await server.connect(transport);
    return session;
  };

  return {
    get count() {
      return sessions.size;
    },
    serveCall: (request, message) => {
      const id = request.header("mcp-session-id");
      const session = id === undefined ? undefined : sessions.get(id);
      if (id === undefined || session === undefined) return undefined;
      const revision = request.header("mcp-protocol-version");
      if (revision !== undefined && revision !== session.revision()) return undefined;
      const answer = session.calls.serve(message);
      if (answer === undefined) return undefined;
      session.open += 1;
      return answer
        .then((answered) =>
          answered === undefined
            ? { status: 202, headers: {}, body: "" }
            : {
                status: 200,
                headers: { "content-type": "application/json", "mcp-session-id": id },
                body: JSON.stringify(answered),
              },
        )
        .finally(() => {
          session.open -= 1;
          session.usedAt = clock.monotonic();
        });
    },
    serve: async (request, body) => {
      const id = request.headers.get("mcp-session-id");
      const known = id === null ? undefined : sessions.get(id);
      if (id !== null && known === undefined) return refusal(404, -32001, "Session not found");
      if (known === undefined && !isInitialize(body))
        return refusal(400, -32000, "Bad Request: no session; send initialize first");
      if (known === undefined && sessions.size >= MAX_SESSIONS && !makeRoom())
        return refusal(503, -32000, `${MAX_SESSIONS} sessions are open; end one, or come back later`);
      const session = known ?? (await begin());
      session.usedAt = clock.monotonic();
      session.open += 1;
      const answered = (): void => {
        session.open -= 1;
        session.usedAt = clock.monotonic();
      };
      try {
        const parsed = body === undefined ? {} : { parsedBody: body };
        const response = await session.transport.handleRequest(request, parsed);
        // A first request that was refused leaves no session behind.
        if (known === undefined && session.transport.sessionId === undefined)
          await session.connection.close();
        return session.streams.follow(response, answered);
      } catch (error) {
        answered();
        throw error;
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
