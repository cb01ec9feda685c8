import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync } from "node:fs";
import { type Outcome, value } from "@wield/core";
import { describeFault } from "@wield/store";
import { configurationError } from "./configuration-error.ts";

const MAX_BYTES = 256 * 1024;

export interface ReadConfigOptions {
  /** A link is refused: what it leads to is not part of what was trusted. */
  readonly mayFollowLink: boolean;
}

/** The text of a configuration file as it is; `undefined` when there is no such file. */
export function readConfigFile(file: string, options: ReadConfigOptions): Outcome<string | undefined> {
  const opened = openQuietly(file, options);
  if (!opened.ok || opened.value === undefined) return opened.ok ? value(undefined) : opened;
  const descriptor = opened.value;
  try {
    const stat = fstatSync(descriptor);
    if (!stat.isFile()) return configurationError([`${file} is not a regular file`]);
    if (stat.size > MAX_BYTES) {
      return configurationError([`${file} has ${stat.size} bytes; a configuration may have ${MAX_BYTES}`]);
    }
    const bytes = readFileSync(descriptor);
    try {
      return value(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
    } catch {
      return configurationError([`${file} is not UTF-8 text`]);
    }
  } catch (error) {
    return cannotRead(file, error);
  } finally {
    closeSync(descriptor);
  }
}

/** Without waiting for a writer when the name stands for a pipe. */
function openQuietly(file: string, { mayFollowLink }: ReadConfigOptions): Outcome<number | undefined> {
  const links = mayFollowLink ? 0 : constants.O_NOFOLLOW;
  try {
    return value(openSync(file, constants.O_RDONLY | constants.O_NONBLOCK | links));
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "ENOENT" || code === "ENOTDIR") {
      // What a person set must not be lost with the place it was moved from.
      return lstatSync(file, { throwIfNoEntry: false }) === undefined
        ? value(undefined)
        : configurationError([`${file} is a link that leads nowhere`]);
    }
    if (code === "ELOOP") return configurationError([`${file} is a link, which is not followed here`]);
    return cannotRead(file, error);
  }
}

function cannotRead(file: string, error: unknown): Outcome<never> {
  return configurationError([`${file} cannot be read: ${describeFault(error)}`]);
}
