import type { JSONRPCMessage, JSONRPCRequest, RequestId, Server } from "@modelcontextprotocol/server";
import type { Clock } from "@wield/core";
import { laneRequest } from "./client-request.ts";
import type { Connection } from "./connection.ts";

const INTERNAL_ERROR = -32603;

/** Of a call's parameters; any other is the business of the library. */
const PARAMS = new Set(["name", "arguments", "_meta"]);

/**
 * The way of most calls past the protocol library, which checks each message half a dozen times. Only calls of a client
 * whose handshake is over and who says nothing unusual take it; everything else goes through the library.
 */
export interface CallLane {
  /** True when the message was for a call on this lane, and is dealt with. */
  takes(message: JSONRPCMessage): boolean;
  /** The handshake of a revision before 2026 is over: such a client says who it is but once. */
  open(server: Server): void;
  /** The client is gone: stops what runs. */
  close(): void;
}

export function createCallLane(
  connection: Pick<Connection, "callTool">,
  how: { readonly send: (message: JSONRPCMessage) => Promise<void>; readonly clock: Clock },
): CallLane {
  const { send, clock } = how;
  const running = new Map<RequestId, AbortController>();
  let server: Server | undefined;
  let isLibraryBusy = false;

  const run = async (opened: Server, { id, params }: JSONRPCRequest): Promise<void> => {
    const controller = new AbortController();
    running.set(id, controller);
    const request = laneRequest(opened, { id, params, controller, send });
    try {
      const result = await connection.callTool(String(params?.["name"]), params?.["arguments"], request);
      if (!controller.signal.aborted) await send({ jsonrpc: "2.0", id, result });
    } catch (error) {
      if (controller.signal.aborted) return;
      const message = error instanceof Error ? error.message : String(error);
      await send({ jsonrpc: "2.0", id, error: { code: INTERNAL_ERROR, message } });
    } finally {
      if (running.get(id) === controller) running.delete(id);
    }
  };
  /** Nothing overtakes what the library was given: it deals with a message before the next turn. */
  const toLibrary = (): false => {
    if (!isLibraryBusy) clock.timer(0, () => (isLibraryBusy = false));
    isLibraryBusy = true;
    return false;
  };

  return {
    takes(message) {
      const cancelled = cancelledId(message);
      const controller = cancelled === undefined ? undefined : running.get(cancelled);
      if (controller !== undefined) {
        controller.abort();
        return true;
      }
      if (server === undefined || isLibraryBusy || !isPlainCall(message)) return toLibrary();
      void run(server, message);
      return true;
    },
    open(opened) {
      server = opened;
    },
    close() {
      for (const controller of running.values()) controller.abort();
    },
  };
}

function isPlainCall(message: JSONRPCMessage): message is JSONRPCRequest {
  if (!("method" in message) || message.method !== "tools/call" || !("id" in message)) return false;
  const { params } = message;
  if (typeof params?.["name"] !== "string") return false;
  for (const key in params) if (!PARAMS.has(key)) return false;
  for (const key in params._meta) if (key !== "progressToken") return false;
  return true;
}

/** The request that a message cancels. */
export function cancelledId(message: JSONRPCMessage): RequestId | undefined {
  if (!("method" in message) || message.method !== "notifications/cancelled") return undefined;
  const id = message.params?.["requestId"];
  return typeof id === "string" || typeof id === "number" ? id : undefined;
}
