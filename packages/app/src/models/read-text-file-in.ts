import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { fail, type Outcome, value } from "@wield/core";

/** Reads what a person named on a line of theirs, relative to a folder. Fails with `wrong_usage`. */
export function readTextFileIn(folder: string): (path: string) => Outcome<string> {
  return (path) => {
    try {
      const bytes = readFileSync(resolve(folder, path));
      return value(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? String(error);
      return fail("wrong_usage", `${path} cannot be read (${code})`);
    }
  };
}
