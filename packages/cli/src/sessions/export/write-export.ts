import { writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { fail, value } from "@wield/core";
import type { Outcome } from "@wield/core";
import { describeFault } from "@wield/store";

/**
 * Writes an exported conversation into a new file that its owner alone can read, and gives its path. Fails with
 * `not_written`.
 */
export async function writeExport(
  text: string,
  { path, base }: { readonly path: string; readonly base: string },
): Promise<Outcome<string>> {
  const file = resolve(base, path);
  try {
    await writeFile(file, text, { flag: "wx", mode: 0o600 });
    return value(file);
  } catch (error) {
    return fail("not_written", `${path} cannot be written: ${whyNot(error, file)}`);
  }
}

function whyNot(error: unknown, file: string): string {
  switch ((error as NodeJS.ErrnoException).code) {
    case "EEXIST":
      return "it exists already";
    case "ENOENT":
      return `there is no folder ${dirname(file)}`;
    default:
      return describeFault(error);
  }
}
