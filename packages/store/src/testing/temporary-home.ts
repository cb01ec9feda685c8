import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** A new empty folder for one test, removed when the test has ended. */
export function temporaryHome(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "wield-store-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
