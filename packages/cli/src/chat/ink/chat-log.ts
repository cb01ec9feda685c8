import type { Io } from "../../terminal/io.ts";
import type { ChatLog } from "./terminal-chat.ts";

/** Warnings go to standard error until there is a chat that shows them. */
export function createChatLog({ err }: Io): ChatLog {
  let write = (_level: "info" | "warn" | "error", text: string): void =>
    err.line(err.colours.yellow(err.foreign(text)));
  return {
    log: (level, message) => write(level === "debug" ? "info" : level, message),
    writeTo: (to) => {
      write = to;
    },
  };
}
