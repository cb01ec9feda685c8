import type { IncomingMessage } from "node:http";

/** The largest request that is read. */
const MAX_BYTES = 20 * 1024 * 1024;

/** The whole body, unless it is larger than anything that is read or its client went away before its end. */
export function readBody(incoming: IncomingMessage): Promise<Buffer | "too_large" | "gone"> {
  return new Promise((resolve) => {
    if (Number(incoming.headers["content-length"] ?? 0) > MAX_BYTES) {
      incoming.resume();
      return resolve("too_large");
    }
    const chunks: Buffer[] = [];
    let held = 0;
    incoming.on("data", (chunk: Buffer) => {
      held += chunk.length;
      if (held <= MAX_BYTES) chunks.push(chunk);
      else {
        chunks.length = 0;
        resolve("too_large");
      }
    });
    incoming.once("end", () =>
      resolve(chunks.length === 1 ? (chunks[0] ?? Buffer.alloc(0)) : Buffer.concat(chunks)),
    );
    incoming.once("close", () => resolve("gone"));
    incoming.once("error", () => resolve("gone"));
  });
}
