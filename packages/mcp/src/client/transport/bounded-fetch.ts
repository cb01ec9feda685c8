import type { FetchLike } from "@modelcontextprotocol/client";
import { watchNesting } from "./nesting.ts";

/** The longest message that is read from a stream, and the longest answer. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Redirects that are followed: to the same host only. */
const MAX_REDIRECTS = 5;

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/**
 * `fetch` for a server that may be anything. Its answers end with an error once one message of them is larger, or
 * nested deeper, than anything that is read: an endless stream holds no memory here. A redirect to another host is
 * an error that names it: headers with secrets go to the configured host only.
 */
export function boundedFetch(inner: FetchLike, onFault: (why: string) => void = () => {}): FetchLike {
  return async (input, init) => {
    const response = await withinHost(inner, input, init);
    if (response.body === null) return response;
    const isStream = response.headers.get("content-type")?.includes("text/event-stream") ?? false;
    const bounded = response.body.pipeThrough(boundedMessages(isStream, onFault));
    return new Response(bounded, response);
  };
}

async function withinHost(
  inner: FetchLike,
  input: Parameters<FetchLike>[0],
  init: Parameters<FetchLike>[1],
): Promise<Response> {
  let url = new URL(input);
  for (let count = 0; ; count += 1) {
    const response = await inner(url, { ...init, redirect: "manual" }).catch((error: unknown) => {
      throw unreachable(url, error);
    });
    const location = response.headers.get("location");
    if (response.status < 300 || response.status > 399 || location === null) return response;
    await response.body?.cancel();
    const next = URL.canParse(location, url.href) ? new URL(location, url) : undefined;
    if (next?.origin !== url.origin)
      throw new Error(
        `${url.host} redirects to another host (${next?.host ?? "an address that cannot be read"}), which is not followed; if that is right, configure that address`,
      );
    // 307 and 308 repeat the request as it was; after the others only what is read again can be asked for.
    const isRepeatable = response.status >= 307 || (init?.method ?? "GET") === "GET";
    if (!isRepeatable || count >= MAX_REDIRECTS)
      throw new Error(`${url.host} redirects in a way that is not followed (status ${response.status})`);
    url = next;
  }
}

/** `fetch` itself says only that it failed; what the system or the certificate said is its cause. */
function unreachable({ host }: URL, error: unknown): unknown {
  if (!(error instanceof TypeError) || !(error.cause instanceof Error)) return error;
  const { message, code } = error.cause as Error & { readonly code?: string };
  return new TypeError(`${host} cannot be reached: ${message === "" ? (code ?? error.message) : message}`, {
    cause: error.cause,
  });
}

/** Messages of an event stream end at an empty line; any other answer is one message. */
function boundedMessages(
  isStream: boolean,
  onFault: (why: string) => void,
): TransformStream<Uint8Array, Uint8Array> {
  const nesting = watchNesting();
  let held = 0;
  let isLineEmpty = true;
  const giveUp = (why: string, controller: TransformStreamDefaultController<Uint8Array>): void => {
    onFault(why);
    controller.error(new Error(why));
  };
  return new TransformStream({
    transform(chunk, controller) {
      let from = 0;
      if (isStream) {
        for (let at = 0; at < chunk.length; at += 1) {
          const byte = chunk[at];
          if (byte === CARRIAGE_RETURN) continue;
          if (byte !== LINE_FEED) {
            isLineEmpty = false;
            continue;
          }
          if (isLineEmpty) {
            from = at + 1;
            held = 0;
          }
          isLineEmpty = true;
        }
      }
      held += chunk.length - from;
      if (held > MAX_BYTES) {
        return giveUp(`the server sent a message of more than ${MAX_BYTES / 1024 / 1024} MB`, controller);
      }
      if (isTooDeepIn(chunk, { nesting, isStream })) {
        return giveUp("the server sent a message nested deeper than 100 levels", controller);
      }
      controller.enqueue(chunk);
    },
  });
}

interface Nested {
  readonly nesting: ReturnType<typeof watchNesting>;
  readonly isStream: boolean;
}

/** In a stream each line stands alone. */
function isTooDeepIn(chunk: Uint8Array, { nesting, isStream }: Nested): boolean {
  if (!isStream) return nesting.isTooDeep(chunk);
  let from = 0;
  while (from < chunk.length) {
    const end = chunk.indexOf(LINE_FEED, from);
    const line = chunk.subarray(from, end < 0 ? chunk.length : end);
    if (nesting.isTooDeep(line)) return true;
    if (end < 0) return false;
    nesting.reset();
    from = end + 1;
  }
  return false;
}
