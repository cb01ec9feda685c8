import type { Readable } from "node:stream";
import type { ChildMessage } from "./check-job.ts";

/**
 * Hands on the messages of the checking process. Lines end at a line feed alone: other line separators may stand in
 * an input that is quoted. What is no message is passed over, since the tool can write there too.
 */
export function hearChild(stream: Readable, hear: (message: ChildMessage) => void): void {
  let rest = "";
  stream.setEncoding("utf8").on("data", (piece: string) => {
    const lines = (rest + piece).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const message = readMessage(line);
      if (message !== undefined) hear(message);
    }
  });
}

function readMessage(line: string): ChildMessage | undefined {
  try {
    const message: unknown = JSON.parse(line);
    return typeof message === "object" && message !== null && "type" in message
      ? (message as ChildMessage)
      : undefined;
  } catch {
    return undefined;
  }
}
