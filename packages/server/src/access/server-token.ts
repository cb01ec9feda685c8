import { randomBytes, timingSafeEqual } from "node:crypto";
import { chmodSync, closeSync, fsyncSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fail, type Outcome, value } from "@wield/core";

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/**
 * The token of a home's server: made at the first start, 32 random bytes, readable by its person only. Fails with
 * `io_error`, or with `damaged_token` for a file that holds something else: it is never replaced unasked.
 */
export function openServerToken(home: string, isNew = false): Outcome<string> {
  const file = join(home, "server.token");
  try {
    if (!isNew) {
      const kept = readKept(file);
      if (kept !== undefined) return kept;
    }
    mkdirSync(home, { recursive: true, mode: 0o700 });
    const token = randomBytes(32).toString("base64url");
    const descriptor = openSync(file, isNew ? "w" : "wx", 0o600);
    try {
      writeFileSync(descriptor, `${token}\n`);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    chmodSync(file, 0o600);
    return value(token);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error);
    // Another process was first.
    if (code === "EEXIST") return readKept(file) ?? fail("io_error", `${file} went away`);
    return fail("io_error", `${file} cannot be used: ${code}`);
  }
}

function readKept(file: string): Outcome<string> | undefined {
  let text: string;
  try {
    text = readFileSync(file, "utf8").trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
  if (TOKEN.test(text)) return value(text);
  return fail("damaged_token", `${file} holds no token`, {
    hint: "`wield serve --new-token` makes a new one; clients that know the old one need it then.",
  });
}

/** Compares in a time that tells nothing of where two texts differ. */
export function isSameToken(given: string, token: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(token)];
  return left.length === right.length && timingSafeEqual(left, right);
}
