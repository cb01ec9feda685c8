// Prevents: memory that grows with the size of a file nobody asked to see whole.
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const HUGE = 1024 ** 3;
/** Read whole to be hashed, three times. */
const LARGE = 200 * 1024 ** 2;

test("huge files are read in part, appended to and replaced in little memory", async () => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "wield-large-")));
  try {
    mkdirSync(join(base, "w"));
    writeFileSync(join(base, "w/small"), "x");
    for (const [name, size] of [
      ["huge", HUGE],
      ["large", LARGE],
    ] as const) {
      writeFileSync(join(base, "w", name), "");
      truncateSync(join(base, "w", name), size);
    }
    const program = join(import.meta.dirname, "use-large-file.program.ts");
    const { stdout } = await promisify(execFile)(process.execPath, [program, base]);
    const { grownBytes, outcomes } = JSON.parse(stdout);
    expect(outcomes).toEqual({
      read: [true, 409_600, String(HUGE)],
      append: String(LARGE + 1),
      write: ["this change cannot be undone: it held more than 32 MB, the most that is kept"],
    });
    expect(grownBytes).toBeLessThan(64 * 1024 * 1024);
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
});
