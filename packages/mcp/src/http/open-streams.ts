/** Most that waits for one client to read it. */
const MAX_WAITING_BYTES = 16 * 1024 * 1024;

/** The streams a session has open, and what its client has not read of them yet. */
export interface OpenStreams {
  /** Something is to be sent. */
  sent(bytes: number): void;
  /** The answer as it is given to the client; what follows is known of it. */
  follow(response: Response, ended: () => void): Response;
}

/** `tooSlow` is told once, when a client leaves more lying than is kept for it. */
export function createOpenStreams(tooSlow: () => void): OpenStreams {
  let open = 0;
  let waiting = 0;
  let isTold = false;
  return {
    sent: (bytes) => {
      // Without a stream nothing is held for it but the log, which has a bound of its own.
      if (open === 0) return;
      waiting += bytes;
      if (waiting <= MAX_WAITING_BYTES || isTold) return;
      isTold = true;
      tooSlow();
    },
    follow: (response, ended) => {
      const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") ?? false;
      if (!isStream || response.body === null) {
        ended();
        return response;
      }
      open += 1;
      let isOver = false;
      const end = (): void => {
        if (isOver) return;
        isOver = true;
        open -= 1;
        if (open === 0) waiting = 0;
        ended();
      };
      const followed = response.body.pipeThrough(
        new TransformStream<Uint8Array, Uint8Array>({
          transform: (chunk, controller) => {
            waiting = Math.max(0, waiting - chunk.length);
            controller.enqueue(chunk);
          },
          flush: end,
          cancel: end,
        }),
      );
      return new Response(followed, response);
    },
  };
}
