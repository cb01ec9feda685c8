import { existsSync, realpathSync } from "node:fs";
import { delimiter, join } from "node:path";

/** What starts the Node that runs this: `node` where the PATH leads to it, else its whole path; an older one cannot read types. */
export function nodeCommand(path: string | undefined, running: string = process.execPath): string {
  const first = (path ?? "")
    .split(delimiter)
    .map((folder) => join(folder, "node"))
    .find((file) => existsSync(file));
  return first !== undefined && realpathSync(first) === realpathSync(running) ? "node" : running;
}
