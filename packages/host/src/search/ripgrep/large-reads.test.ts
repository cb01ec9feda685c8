// Prevents: a search that reads through disk images and model weights that it drops afterwards.
import { closeSync, mkdtempSync, openSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { watchLargeReads } from "./large-reads.ts";

function withOpenFile(use: (size: number) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "wield-reads-"));
  const path = join(folder, "large");
  writeFileSync(path, "");
  truncateSync(path, 64 * 1024 * 1024);
  const fd = openSync(path, "r");
  return use(64 * 1024 * 1024).finally(() => {
    closeSync(fd);
    rmSync(folder, { recursive: true });
  });
}

test("a process that keeps a larger file open is told of once", async () => {
  await withOpenFile(async (size) => {
    let told = 0;
    await new Promise<void>((resolve) => {
      const keep = setInterval(() => {}, 1000);
      watchLargeReads(process.pid, size - 1, () => {
        told += 1;
        clearInterval(keep);
        resolve();
      });
    });
    expect(told).toBe(1);
  });
});

test("a file of just the size is none, and neither is what a process that is gone had open", async () => {
  await withOpenFile(async (size) => {
    let told = 0;
    using _same = watchLargeReads(process.pid, size, () => (told += 1));
    using _gone = watchLargeReads(2 ** 30, 1, () => (told += 1));
    // By the time this one is told, the others have looked as often.
    await new Promise<void>((resolve) => {
      const keep = setInterval(() => {}, 1000);
      watchLargeReads(process.pid, size - 1, () => {
        clearInterval(keep);
        resolve();
      });
    });
    expect(told).toBe(0);
  });
});
