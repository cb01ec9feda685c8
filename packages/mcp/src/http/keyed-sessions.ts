import type { Clock, Log } from "@wield/core";
import type { Connection } from "../serve/connection.ts";

const IDLE_MS = 3_600_000;
const SWEEP_MS = 60_000;

/** Most sessions at once: each holds a conversation of its own. */
const MAX_SESSIONS = 512;

/** Long enough that nobody meets another's by chance. */
const KEY = /^[A-Za-z0-9._~-]{16,128}$/;

/** The header by which a client says which of its requests belong together. */
export const SESSION_HEADER = "wield-session";

/**
 * Sessions of the newest revision, which has none of its own: a client that sends the same key with its requests keeps
 * its shell, its list and its stored results between them. Ends an hour after its last use.
 */
export interface KeyedSessions {
  /** The connection of this key, made on first use; why there can be none. */
  open(key: string): Connection | { readonly status: 400 | 503; readonly refusal: string };
  close(): Promise<void>;
}

interface KeyedSession {
  readonly connection: Connection;
  usedAt: number;
  open: number;
}

export function createKeyedSessions(how: {
  readonly begin: () => Connection;
  readonly clock: Clock;
  readonly log: Log;
}): KeyedSessions {
  const { begin, clock, log } = how;
  const sessions = new Map<string, KeyedSession>();
  let cancelSweep = (): void => undefined;

  const sweep = (): void => {
    const now = clock.monotonic();
    for (const [key, { connection, usedAt, open }] of sessions) {
      if (open > 0 || now - usedAt <= IDLE_MS) continue;
      sessions.delete(key);
      connection.close().catch((error: unknown) => log("warn", `an idle MCP session: ${String(error)}`));
    }
    cancelSweep = sessions.size === 0 ? () => undefined : clock.timer(SWEEP_MS, sweep);
  };
  const make = (): KeyedSession => {
    const connection = begin();
    const session: KeyedSession = {
      usedAt: clock.monotonic(),
      open: 0,
      connection: {
        ...connection,
        // What runs is in use, however long it takes.
        callTool: async (...call) => {
          session.open += 1;
          try {
            return await connection.callTool(...call);
          } finally {
            session.open -= 1;
            session.usedAt = clock.monotonic();
          }
        },
      },
    };
    return session;
  };

  return {
    open: (key) => {
      if (!KEY.test(key))
        return {
          status: 400,
          refusal: `${SESSION_HEADER} has to be 16 to 128 letters, digits or any of . _ ~ -`,
        };
      const known = sessions.get(key);
      if (known === undefined && sessions.size >= MAX_SESSIONS)
        return { status: 503, refusal: `${MAX_SESSIONS} sessions are open; come back later` };
      const session = known ?? make();
      session.usedAt = clock.monotonic();
      sessions.set(key, session);
      if (sessions.size === 1 && known === undefined) cancelSweep = clock.timer(SWEEP_MS, sweep);
      return session.connection;
    },
    close: async () => {
      cancelSweep();
      await Promise.all([...sessions.values()].map(({ connection }) => connection.close()));
      sessions.clear();
    },
  };
}
