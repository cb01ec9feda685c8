import type { Readable } from "node:stream";
import type { ChildMessage } from "./check-job.ts";

/**
 * Hands on the messages of the checking process that bear the token. Lines end at a line feed alone: other line
 * separators may stand in an input that is quoted. Everything else is passed over, since the tool can write there too.
 */
export function hearChild(stream: Readable, token: string, hear: (message: ChildMessage) => void): void {
  let rest = "";
  stream.setEncoding("utf8").on("data", (piece: string) => {
    const lines = (rest + piece).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const message = readMessage(line, token);
      if (message !== undefined) hear(message);
    }
  });
}

function readMessage(line: string, token: string): ChildMessage | undefined {
  try {
    // Whoever knows the token is the child itself, which sends nothing else.
    const message = JSON.parse(line) as (Partial<ChildMessage> & { readonly token?: unknown }) | null;
    return message?.token === token && message.type !== undefined ? (message as ChildMessage) : undefined;
  } catch {
    return undefined;
  }
}
