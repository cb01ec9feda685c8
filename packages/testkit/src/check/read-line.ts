import { readSync } from "node:fs";

const STANDARD_INPUT = 0;
const LINE_FEED = 10;

/** The next line of standard input, without its end. Waits for it, and blocks everything else meanwhile. */
export function readLine(): string {
  const bytes: number[] = [];
  const one = Buffer.alloc(1);
  while (readSync(STANDARD_INPUT, one) === 1 && one[0] !== LINE_FEED) bytes.push(one[0] ?? 0);
  return Buffer.from(bytes).toString("utf8");
}
