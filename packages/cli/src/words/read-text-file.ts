import { readFileSync } from "node:fs";
import { fail, value } from "@wield/core";
import type { Outcome } from "@wield/core";

/** The bytes of a file as text, a byte-order mark too. Fails with `wrong_usage`. */
export function readTextFile(path: string): Outcome<string> {
  try {
    return value(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(readFileSync(path)));
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "ERR_ENCODING_INVALID_ENCODED_DATA") return fail("wrong_usage", `${path} is not UTF-8 text`);
    return fail(
      "wrong_usage",
      code === "ENOENT" ? `there is no file ${path}` : `${path} cannot be read (${code ?? String(error)})`,
    );
  }
}
