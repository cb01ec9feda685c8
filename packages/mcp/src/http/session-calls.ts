import type { JSONRPCMessage, RequestId, Server } from "@modelcontextprotocol/server";
import type { Clock } from "@wield/core";
import { cancelledId, createCallLane } from "../serve/call-lane.ts";
import type { Connection } from "../serve/connection.ts";

/** The calls of one session that are answered with one message, and need no stream. */
export interface SessionCalls {
  /**
   * Resolves with the answer of a call; with nothing where none follows, as after a cancel. Gives nothing back for a
   * message that is not for here: then the library deals with it.
   */
  serve(message: JSONRPCMessage): Promise<JSONRPCMessage | undefined> | undefined;
  /** The handshake is over. */
  open(server: Server): void;
  close(): void;
}

/**
 * A client that asked for no progress and can be asked nothing gets its result as plain JSON: a stream for each call
 * costs more than most calls.
 */
export function createSessionCalls(connection: Connection, clock: Clock): SessionCalls {
  const waiting = new Map<RequestId, (answer: JSONRPCMessage | undefined) => void>();
  const settle = (id: RequestId, answer: JSONRPCMessage | undefined): void => {
    waiting.get(id)?.(answer);
    waiting.delete(id);
  };
  const lane = createCallLane(connection, {
    clock,
    send: async (message) => {
      if ("id" in message && message.id !== undefined) settle(message.id, message);
    },
  });
  let canBeAsked = true;
  return {
    serve: (message) => {
      const cancelled = cancelledId(message);
      if (cancelled !== undefined) {
        if (!waiting.has(cancelled)) return undefined;
        lane.takes(message);
        settle(cancelled, undefined);
        return Promise.resolve(undefined);
      }
      if (canBeAsked || !("id" in message) || message.id === undefined || waiting.has(message.id))
        return undefined;
      if ("params" in message && message.params?._meta?.progressToken !== undefined) return undefined;
      const { promise, resolve } = Promise.withResolvers<JSONRPCMessage | undefined>();
      waiting.set(message.id, resolve);
      if (lane.takes(message)) return promise;
      waiting.delete(message.id);
      return undefined;
    },
    open: (server) => {
      canBeAsked = server.getClientCapabilities()?.elicitation !== undefined;
      lane.open(server);
    },
    close: () => {
      lane.close();
      for (const id of waiting.keys()) settle(id, undefined);
    },
  };
}
