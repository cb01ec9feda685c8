import type { Clock } from "@wield/core";
import type { Fetch } from "../endpoint/endpoint.ts";

/** Watches that a stream goes on. */
export interface SilenceWatch {
  /** As `fetch`, but each piece of a body counts as a sign of life. */
  readonly fetch: Fetch;
  /** Resolves after this long without a sign of life. */
  readonly isSilent: Promise<void>;
  stop(): void;
}

export interface SilenceLimits {
  readonly clock: Clock;
  /** Until the first byte of the answer. */
  readonly firstByteMs: number;
  /** Between two pieces. */
  readonly betweenMs: number;
}

export function watchSilence(fetch: Fetch, { clock, firstByteMs, betweenMs }: SilenceLimits): SilenceWatch {
  let heardAt = clock.monotonic();
  let limit = firstByteMs;
  let cancelTimer = (): void => {};
  const { promise: isSilent, resolve } = Promise.withResolvers<void>();
  const check = (): void => {
    const left = heardAt + limit - clock.monotonic();
    if (left <= 0) resolve();
    else cancelTimer = clock.timer(left, check);
  };
  const heard = (): void => {
    heardAt = clock.monotonic();
    if (limit === betweenMs) return;
    limit = betweenMs;
    cancelTimer();
    check();
  };
  check();
  return {
    isSilent,
    stop: () => cancelTimer(),
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      if (response.body === null) return response;
      const body = response.body.pipeThrough(
        new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
          transform(chunk, controller) {
            heard();
            controller.enqueue(chunk);
          },
        }),
      );
      const { status, statusText, headers } = response;
      return new Response(body, { status, statusText, headers });
    },
  };
}
