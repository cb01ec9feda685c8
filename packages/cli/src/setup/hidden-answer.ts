import { StringDecoder } from "node:string_decoder";
import type { Io } from "../terminal/io.ts";

const ENTER = /[\r\n]/;
const LEAVE = /[\u0003\u0004]/;
const ERASE = /[\u0008\u007f]/;

/** One line typed at the terminal without being shown. Nothing when the person leaves with Ctrl-C or Ctrl-D. */
export function readHidden({ stdin, stderr }: Io, prompt: string): Promise<string | undefined> {
  // First: what is typed as soon as the question shows is not to be echoed.
  stdin.setRawMode?.(true);
  stderr.write(prompt);
  stdin.resume();
  const decoder = new StringDecoder("utf8");
  let typed = "";
  return new Promise((resolve) => {
    const end = (answer: string | undefined): void => {
      stdin.off("data", onData);
      stdin.off("end", onEnd);
      stdin.setRawMode?.(false);
      stdin.pause();
      stderr.write("\n");
      resolve(answer);
    };
    const onEnd = (): void => end(undefined);
    const onData = (chunk: Buffer): void => {
      // Terminals put marks around what is pasted.
      for (const character of decoder.write(chunk).replaceAll(/\u001b\[20[01]~/g, "")) {
        if (ENTER.test(character)) return end(typed.trim());
        if (LEAVE.test(character)) return end(undefined);
        if (ERASE.test(character)) typed = [...typed].slice(0, -1).join("");
        else if (character === "\u0015") typed = "";
        else if (character >= " ") typed += character;
      }
    };
    stdin.on("data", onData);
    stdin.on("end", onEnd);
  });
}
