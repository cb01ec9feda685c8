import type { Clock } from "../ports/clock.ts";
import type { Scrubber } from "../text/scrub.ts";
import { cleanText } from "../text/clean.ts";
import type { Progress } from "./call.ts";

const SHORTEST_GAP_MS = 100;
const MOST_CHARS = 2000;

export interface ProgressGate {
  report(message: string, fraction?: number): void;
  close(): void;
}

/** Passes progress on at most ten times a second, the newest winning; nothing after it is closed. */
export function createProgressGate(
  listener: ((progress: Progress) => void) | undefined,
  about: { readonly callId: string; readonly clock: Clock; readonly scrubber: Scrubber },
): ProgressGate {
  let isClosed = false;
  let newest: Progress | undefined;
  let cancelTimer: (() => void) | undefined;
  let lastAt = -Infinity;

  const send = (): void => {
    cancelTimer = undefined;
    if (isClosed || newest === undefined) return;
    lastAt = about.clock.monotonic();
    listener?.(newest);
    newest = undefined;
  };
  return {
    report: (message, fraction) => {
      if (isClosed || listener === undefined) return;
      const text = cleanText(about.scrubber.text(String(message).slice(0, MOST_CHARS)));
      const isFraction = typeof fraction === "number" && fraction >= 0 && fraction <= 1;
      newest = { callId: about.callId, message: text, ...(isFraction ? { fraction } : {}) };
      const wait = lastAt + SHORTEST_GAP_MS - about.clock.monotonic();
      if (wait <= 0) send();
      else cancelTimer ??= about.clock.timer(wait, send);
    },
    close: () => {
      isClosed = true;
      cancelTimer?.();
    },
  };
}
