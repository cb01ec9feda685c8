import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { faultCode } from "./describe-fault.ts";

/**
 * Makes a folder for its person alone, with those above it. True when it was not there. Throws what the file system
 * says: where none of them can be made, Node alone would tell of a missing folder whatever the reason is.
 */
export function makeFolder(path: string): boolean {
  try {
    return mkdirSync(path, { recursive: true, mode: 0o700 }) !== undefined;
  } catch (error) {
    if (faultCode(error) === "ENOENT") throw reason(path) ?? error;
    throw error;
  }
}

/** Why the uppermost missing folder cannot be made. */
function reason(path: string): unknown {
  try {
    mkdirSync(path, { mode: 0o700 });
    return undefined;
  } catch (error) {
    const above = dirname(path);
    return faultCode(error) === "ENOENT" && above !== path ? (reason(above) ?? error) : error;
  }
}
