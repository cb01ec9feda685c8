import type { Clock, Log } from "../ports/clock.ts";
import { cleanText } from "../text/clean.ts";
import { cutPoint } from "../text/cut-point.ts";
import type { Scrubber } from "../text/scrub.ts";
import type { Progress } from "./call.ts";
import { messageOf } from "../text/message-of.ts";

const SHORTEST_GAP_MS = 100;
const MOST_CHARS = 2000;

/** Looked through for secrets before the message is cut, so that none is cut in half. */
const MOST_SCRUBBED_CHARS = 100_000;

export interface ProgressGate {
  report(message: string, fraction?: number): void;
  close(): void;
}

/** Passes progress on at most ten times a second, the newest winning; nothing after it is closed. */
export function createProgressGate(
  listener: ((progress: Progress) => void | Promise<void>) | undefined,
  about: {
    readonly callId: string;
    readonly clock: Clock;
    readonly scrubber: Scrubber;
    readonly log: Log;
  },
): ProgressGate {
  const { callId, clock, scrubber, log } = about;
  let isClosed = false;
  let newest: { readonly message: string; readonly fraction?: number } | undefined;
  let cancelTimer: (() => void) | undefined;
  let lastAt = -Infinity;

  const send = (): void => {
    cancelTimer = undefined;
    if (isClosed || newest === undefined) return;
    lastAt = clock.monotonic();
    const { message, ...rest } = newest;
    newest = undefined;
    const masked = cleanText(scrubber.text(message.slice(0, MOST_SCRUBBED_CHARS)));
    void tell({ callId, message: masked.slice(0, cutPoint(masked, MOST_CHARS)), ...rest });
  };
  /** A listener is no part of the call: what it throws or rejects with does not end it. */
  const tell = async (progress: Progress): Promise<void> => {
    try {
      await listener?.(progress);
    } catch (error) {
      log("error", `a listener failed: ${messageOf(error)}`);
    }
  };
  return {
    report: (message, fraction) => {
      if (isClosed || listener === undefined) return;
      const isFraction = typeof fraction === "number" && fraction >= 0 && fraction <= 1;
      newest = { message: String(message), ...(isFraction ? { fraction } : {}) };
      const wait = lastAt + SHORTEST_GAP_MS - clock.monotonic();
      if (wait <= 0) send();
      else cancelTimer ??= clock.timer(wait, send);
    },
    close: () => {
      isClosed = true;
      cancelTimer?.();
    },
  };
}
