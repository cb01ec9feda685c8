import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";

/** The number of the error that stands in place of an answer whose stream ended without it. Ours alone. */
export const STREAM_ENDED = -32_099;

/**
 * Over HTTP a request is answered by a stream of its own. The library leaves a request open for ever whose stream
 * breaks off: here it is answered with an error then. `takeFault` tells why, where that is known.
 */
export function answerEndedStreams(transport: Transport, takeFault: () => string | undefined): void {
  const open = new Set<string | number>();
  let give: Transport["onmessage"];
  const receive: NonNullable<Transport["onmessage"]> = (message, extra) => {
    if ("id" in message && message.id !== undefined && !("method" in message)) open.delete(message.id);
    give?.(message, extra);
  };
  Object.defineProperty(transport, "onmessage", {
    configurable: true,
    get: () => (give === undefined ? undefined : receive),
    set: (given: Transport["onmessage"]) => {
      give = given;
    },
  });
  const send = transport.send.bind(transport);
  Object.assign(transport, {
    send: (message: JSONRPCMessage, options: Parameters<Transport["send"]>[1]) => {
      if (!("method" in message) || !("id" in message)) return send(message, options);
      const { id } = message;
      open.add(id);
      const onRequestStreamEnd = (): void => {
        options?.onRequestStreamEnd?.();
        if (!open.delete(id)) return;
        const why = takeFault() ?? "its answer broke off";
        give?.({ jsonrpc: "2.0", id, error: { code: STREAM_ENDED, message: why } });
      };
      return send(message, { ...options, onRequestStreamEnd }).catch((error: unknown) => {
        open.delete(id);
        throw error;
      });
    },
  });
}
