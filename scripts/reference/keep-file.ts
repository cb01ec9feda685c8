import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, relative } from "node:path";
import { unifiedDiff } from "@wield/tools";

export interface GeneratedFile {
  /** Absolute. */
  readonly path: string;
  readonly text: string;
}

const MOST_DIFF_LINES = 400;

/** Writes the file; with `isCheck` only compares, and tells the difference. True when the file is as it should be. */
export function keepFile({ path, text }: GeneratedFile, isCheck: boolean): boolean {
  if (!isCheck) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return true;
  }
  const present = textOf(path);
  if (present === text) return true;
  const shown = relative(process.cwd(), path);
  console.error(
    present === undefined
      ? `${shown} is missing`
      : unifiedDiff(present, text, { path: shown, maxLines: MOST_DIFF_LINES }).text,
  );
  return false;
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
