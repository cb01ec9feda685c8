import type { FetchLike } from "@modelcontextprotocol/client";

/** The longest message that is read from a stream, and the longest answer. */
const MAX_BYTES = 64 * 1024 * 1024;

const LINE_END = 0x0a;

/**
 * `fetch` whose answers end with an error once one message of them is larger than anything that is read: an endless
 * stream holds no memory here.
 */
export function boundedFetch(inner: FetchLike): FetchLike {
  return async (input, init) => {
    const response = await inner(input, init);
    if (response.body === null) return response;
    let held = 0;
    const bounded = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          // Messages of a stream are lines: what came before the last line end has been read.
          const end = chunk.lastIndexOf(LINE_END);
          held = end < 0 ? held + chunk.length : chunk.length - end - 1;
          if (held > MAX_BYTES)
            controller.error(
              new Error(`the server sent a message of more than ${MAX_BYTES / 1024 / 1024} MB`),
            );
          else controller.enqueue(chunk);
        },
      }),
    );
    return new Response(bounded, response);
  };
}
