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
    const message: unknown = JSON.parse(line);
    if (typeof message !== "object" || message === null || !("token" in message)) return undefined;
    return message.token === token && "type" in message ? (message as unknown as ChildMessage) : undefined;
  } catch {
    return undefined;
  }
}
