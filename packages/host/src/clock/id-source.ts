import { randomFillSync } from "node:crypto";
import type { IdSource } from "@wield/core";

/** Crockford's: no letters that look like digits, and its signs stand in ASCII order. */
const DIGITS = "0123456789abcdefghjkmnpqrstvwxyz";
const TIME_DIGITS = 10;
const RANDOM_DIGITS = 8;
const RANDOM_BYTES = 5;
const RANDOM_LIMIT = 2 ** 40;
/** Asking the system for chance costs the same for many ids as for one. */
const IDS_PER_FILL = 100;

export interface IdSourceOptions {
  /** Milliseconds since the epoch. Default: the machine's clock. */
  readonly now?: () => number;
}

/**
 * Ids such as `call_01k2x4y6zq7h3m9d0p`: ten base-32 digits of the time in milliseconds and eight random
 * ones. Within a millisecond, and while the clock goes back, the last id is counted up, so that the ids
 * of one source with one prefix always rise as text.
 */
export function createIdSource(options: IdSourceOptions = {}): IdSource {
  const now = options.now ?? Date.now;
  let lastTime = -1;
  let lastRandom = 0;
  const chance = createChance();
  return {
    next(prefix) {
      const time = now();
      if (time > lastTime) {
        lastTime = time;
        lastRandom = chance();
      } else if (lastRandom + 1 < RANDOM_LIMIT) {
        lastRandom += 1;
      } else {
        lastTime += 1;
        lastRandom = 0;
      }
      return `${prefix}${base32(lastTime, TIME_DIGITS)}${base32(lastRandom, RANDOM_DIGITS)}`;
    },
  };
}

/** Each number is given once, from bytes that are used once. */
function createChance(): () => number {
  const bytes = Buffer.alloc(RANDOM_BYTES * IDS_PER_FILL);
  let used = bytes.length;
  return () => {
    if (used === bytes.length) {
      randomFillSync(bytes);
      used = 0;
    }
    used += RANDOM_BYTES;
    return bytes.readUIntBE(used - RANDOM_BYTES, RANDOM_BYTES);
  };
}

function base32(number: number, digits: number): string {
  let text = "";
  let rest = number;
  for (let index = 0; index < digits; index += 1) {
    text = (DIGITS[rest % 32] ?? "") + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}
