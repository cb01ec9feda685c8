// Prevents: private folders of killed processes that stay for good, and those of the living that go.
import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { makeTemporaryFolder } from "./temporary-folder.ts";

test("private folders that killed processes left behind go after a day", () => {
  // In a temporary folder of its own: other tests make such folders at the same time.
  const base = mkdtempSync(join(tmpdir(), "wield-left-"));
  vi.stubEnv("TMPDIR", base);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(base, { recursive: true });
  });
  const old = new Date(Date.now() - 25 * 60 * 60 * 1000);
  const left = [
    "wield-sandbox-4194999-old",
    "wield-sandbox-4194999-new",
    `wield-sandbox-${process.pid}-old`,
  ].map((name) => join(base, name));
  for (const path of left) mkdirSync(path);
  for (const path of left) if (path.endsWith("old")) utimesSync(path, old, old);
  expect(existsSync(makeTemporaryFolder())).toBe(true);
  expect(left.map((path) => existsSync(path))).toEqual([false, true, true]);
});
