import type { CallScope } from "@wield/core";
import type { ServerConnection } from "../connection/server-connection.ts";

/** A connection with the calls that use it now. */
interface ServerLine {
  readonly connection: ServerConnection;
  /** Calls under way, the newest last. */
  readonly calls: Set<CallScope>;
}

/** The connections to one server: one that all conversations share, or besides it one for each. */
export interface ServerLines {
  /** The one its tools are listed from. */
  readonly shared: ServerLine;
  of(sessionId: string): ServerLine;
  /** Ends what belonged to a conversation alone. */
  endSession(sessionId: string): Promise<void>;
  /** Ends what belongs to single conversations; each begins anew with its next call. */
  endSessions(): Promise<void>;
  close(): Promise<void>;
}

export function createServerLines(
  isPerSession: boolean,
  connect: (calls: Set<CallScope>, isShared: boolean) => ServerConnection,
): ServerLines {
  const open = (isShared: boolean): ServerLine => {
    const calls = new Set<CallScope>();
    return { connection: connect(calls, isShared), calls };
  };
  const shared = open(true);
  const own = new Map<string, ServerLine>();
  const endSession = async (sessionId: string): Promise<void> => {
    const line = own.get(sessionId);
    own.delete(sessionId);
    await line?.connection.close();
  };
  const endSessions = async (): Promise<void> => {
    await Promise.all([...own.keys()].map(endSession));
  };
  return {
    shared,
    of: (sessionId) => {
      if (!isPerSession) return shared;
      const known = own.get(sessionId);
      if (known !== undefined) return known;
      const made = open(false);
      own.set(sessionId, made);
      return made;
    },
    endSession,
    endSessions,
    close: async () => {
      await Promise.all([endSessions(), shared.connection.close()]);
    },
  };
}

/**
 * The call that a question of the server is about; nothing when calls of several conversations are under way, since
 * nobody may be shown what another is asked.
 */
export function callAskedAbout(calls: ReadonlySet<CallScope>): CallScope | undefined {
  const sessions = new Set([...calls].map(({ call }) => call.sessionId));
  return sessions.size === 1 ? [...calls].at(-1) : undefined;
}
