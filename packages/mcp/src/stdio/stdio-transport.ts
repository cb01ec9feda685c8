import type { Readable, Writable } from "node:stream";
import type { JSONRPCMessage, RequestId, Transport } from "@modelcontextprotocol/server";
import type { Clock, Log } from "@wield/core";
import { cancelledId, type CallLane } from "../serve/call-lane.ts";
import { createBatches, type Answer } from "./batches.ts";
import type { ProtocolOutput } from "./claim-stdout.ts";
import { createLineReader } from "./line-reader.ts";
import { INVALID_REQUEST, readLine, type Received } from "./read-line.ts";

/** The longest message that is read. */
const MAX_LINE_BYTES = 64 * 1024 * 1024;

/** Output that may wait for a client which does not read. */
const MAX_WAITING_BYTES = 16 * 1024 * 1024;

/** Time for the answers still owed when the input ends: somebody may have piped their requests in. */
const LAST_ANSWERS_MS = 1000;

export interface StdioTransportOptions {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly output: ProtocolOutput;
  readonly clock: Clock;
  readonly log: Log;
  /** Sees every message first. */
  readonly lane: Pick<CallLane, "takes" | "close">;
}

/** The MCP transport over the streams of this process. `ended` resolves once the client is gone. */
export function createStdioTransport(
  options: StdioTransportOptions,
): Transport & { readonly ended: Promise<void> } {
  const { stdin, stdout, output, clock, log, lane } = options;
  const owed = new Set<RequestId>();
  const { promise: ended, resolve: reportEnd } = Promise.withResolvers<void>();
  let isClosed = false;
  let isEnding = false;
  let cancelLastWait: (() => void) | undefined;

  const write = (answer: Answer | readonly Answer[]): void => {
    if (isClosed) return;
    if (output.waitingBytes() > MAX_WAITING_BYTES) {
      log("warn", "the MCP client does not read its answers; its session ends");
      return close();
    }
    output.write(`${JSON.stringify(answer)}\n`);
  };
  const batches = createBatches(write);

  const deliver = (message: JSONRPCMessage): void => {
    if ("method" in message && "id" in message) owed.add(message.id);
    const cancelled = cancelledId(message);
    if (cancelled !== undefined) settled(cancelled);
    if (!lane.takes(message)) transport.onmessage?.(message);
  };
  const settled = (id: RequestId): void => {
    owed.delete(id);
    batches.forget(id);
    closeWhenDone();
  };
  const closeWhenDone = (): void => {
    if (isEnding && owed.size === 0) close();
  };
  const receive = (item: Received): Answer | undefined => {
    if (item.kind === "message") {
      deliver(item.message);
      return undefined;
    }
    log("warn", `the MCP client sent what cannot be read: ${item.text}`);
    return item.kind === "fault" ? errorAnswer(item) : undefined;
  };
  const receiveBatch = (items: readonly Received[]): void => {
    const ids = items.flatMap((item) =>
      item.kind === "message" && "method" in item.message && "id" in item.message ? [item.message.id] : [],
    );
    const faults = items.filter((item) => item.kind !== "message").flatMap((item) => receive(item) ?? []);
    batches.open(ids, faults);
    for (const item of items) if (item.kind === "message") deliver(item.message);
  };

  const reader = createLineReader(
    {
      line: (bytes) => {
        const line = readLine(bytes);
        if (line.kind === "batch") return receiveBatch(line.items);
        const answer = receive(line);
        if (answer !== undefined) write(answer);
      },
      tooLong: () => {
        const text = `a message may have ${MAX_LINE_BYTES} bytes at most`;
        log("warn", `the MCP client sent a line that is too long`);
        write(errorAnswer({ id: null, code: INVALID_REQUEST, text }));
      },
    },
    MAX_LINE_BYTES,
  );

  const onData = (chunk: Buffer): void => reader.push(chunk);
  const onInputEnd = (): void => {
    if (isEnding || isClosed) return;
    reader.end();
    isEnding = true;
    cancelLastWait = clock.timer(LAST_ANSWERS_MS, close);
    closeWhenDone();
  };
  const onStreamError = (error: Error): void => {
    log("debug", `the stream to the MCP client broke: ${error.message}`);
    close();
  };
  // Stays attached for good: a broken pipe may be reported after the last write.
  stdout.on("error", onStreamError);

  function close(): void {
    if (isClosed) return;
    isClosed = true;
    cancelLastWait?.();
    stdin.off("data", onData).off("end", onInputEnd).off("close", onInputEnd).off("error", onStreamError);
    stdin.pause();
    lane.close();
    transport.onclose?.();
    reportEnd();
  }

  const transport: Transport & { readonly ended: Promise<void> } = {
    ended,
    start: () => {
      stdin.on("data", onData).on("end", onInputEnd).on("close", onInputEnd).on("error", onStreamError);
      stdout.on("close", close);
      if (stdin.readableEnded || stdin.destroyed) onInputEnd();
      return Promise.resolve();
    },
    send: (message) => {
      const id = answeredId(message);
      if (id === undefined || !batches.takes(id, message)) write(message);
      if (id !== undefined) settled(id);
      return Promise.resolve();
    },
    close: () => {
      close();
      return Promise.resolve();
    },
  };
  return transport;
}

function answeredId(message: JSONRPCMessage): RequestId | undefined {
  return "method" in message ? undefined : message.id;
}

function errorAnswer(fault: {
  readonly id: RequestId | null;
  readonly code: number;
  readonly text: string;
}): Answer {
  const error = { code: fault.code, message: fault.text };
  return fault.id === null ? { jsonrpc: "2.0", id: null, error } : { jsonrpc: "2.0", id: fault.id, error };
}
