import { lstatSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fail, value, type Outcome } from "@wield/core";
import { describeFault } from "@wield/store";

export interface NewFile {
  readonly path: string;
  readonly text: string;
  /** Left as it is where it is there already; any other file is a refusal then. */
  readonly mayBeThere?: boolean;
}

export interface WrittenFiles {
  readonly written: readonly string[];
  readonly kept: readonly string[];
}

/** Writes all of the files or none. Never over one that is there, whatever it is. */
export function writeNewFiles(files: readonly NewFile[]): Outcome<WrittenFiles> {
  const there = files.filter(({ path }) => lstatSync(path, { throwIfNoEntry: false }) !== undefined);
  const inTheWay = there.find(({ mayBeThere }) => mayBeThere !== true);
  if (inTheWay !== undefined)
    return fail("already_exists", `${inTheWay.path} is there already; nothing was written`, {
      hint: "give another name, or move that file away",
    });
  const written: string[] = [];
  try {
    for (const { path, text } of files.filter((file) => !there.includes(file))) {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      writeFileSync(path, text, { flag: "wx" });
      written.push(path);
    }
  } catch (error) {
    for (const path of written) rmSync(path, { force: true });
    return fail("io_error", `the files could not be written: ${describeFault(error)}`, {
      hint: "see whether the folder can be written to",
    });
  }
  return value({ written, kept: there.map(({ path }) => path) });
}
