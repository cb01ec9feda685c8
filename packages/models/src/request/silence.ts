import type { Clock } from "@wield/core";
import type { Fetch } from "../endpoint/endpoint.ts";
import { NotAnAnswer } from "../failure/not-an-answer.ts";

const MAX_BODY_CHARACTERS = 4000;

/** Watches that a stream goes on. */
interface SilenceWatch {
  /** As `fetch`, but each piece of a body counts as a sign of life. */
  readonly fetch: Fetch;
  /** Resolves after this long without a sign of life. */
  readonly isSilent: Promise<void>;
  stop(): void;
}

interface SilenceLimits {
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
      const contentType = response.headers.get("content-type")?.split(";")[0]?.trim() ?? "";
      // Every answer is a stream of events; some servers do not say so.
      if (response.ok && /^(text\/html|application\/json)$/i.test(contentType))
        throw new NotAnAnswer(contentType, (await response.text()).slice(0, MAX_BODY_CHARACTERS));
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
