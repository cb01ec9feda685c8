import type { Fetch } from "../endpoint/endpoint.ts";
import type { ChatCalls } from "./chat-calls.ts";

/**
 * As `fetch`, but the calls in a stream of Chat Completions go to `calls` and no further: the library ends the whole
 * answer over one call without a name. All other lines pass as they are.
 */
export function takeCalls(fetch: Fetch, calls: ChatCalls): Fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (!response.ok || response.body === null) return response;
    const decoder = new TextDecoder();
    const encoder = new TextEncoder();
    let rest = "";
    const body = response.body.pipeThrough(
      new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform(chunk, controller) {
          const text = rest + decoder.decode(chunk, { stream: true });
          const end = text.lastIndexOf("\n") + 1;
          rest = text.slice(end);
          if (end > 0) controller.enqueue(encoder.encode(withoutCalls(text.slice(0, end), calls)));
        },
        flush(controller) {
          const last = rest + decoder.decode();
          if (last !== "") controller.enqueue(encoder.encode(withoutCalls(last, calls)));
        },
      }),
    );
    const { status, statusText, headers } = response;
    return new Response(body, { status, statusText, headers });
  };
}

function withoutCalls(text: string, calls: ChatCalls): string {
  if (!text.includes('"tool_calls"')) return text;
  return text
    .split("\n")
    .map((line) => lineWithoutCalls(line, calls))
    .join("\n");
}

function lineWithoutCalls(line: string, calls: ChatCalls): string {
  if (!line.startsWith("data:") || !line.includes('"tool_calls"')) return line;
  let chunk: unknown;
  try {
    chunk = JSON.parse(line.slice("data:".length));
  } catch {
    return line;
  }
  return calls.take(chunk) ? `data: ${JSON.stringify(chunk)}` : line;
}
