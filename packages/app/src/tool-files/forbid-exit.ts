import { toolFileIn } from "./tool-file-in-stack.ts";

let isForbidden = false;

/**
 * Lets `process.exit` throw when a tool file calls it, while it is loaded or run: it would end every call and
 * conversation of the process without a word. Others end the process as before.
 */
export function forbidExit(): void {
  if (isForbidden) return;
  isForbidden = true;
  const exit = process.exit.bind(process);
  process.exit = (code) => {
    if (toolFileIn(new Error("who calls").stack ?? "") === undefined) return exit(code);
    throw new Error(`it called process.exit(${code ?? ""}), which would end all of Wield`);
  };
}
