// Prevents: the end of a session that fails, and temporary folders that stay, because a command left folders in them
// that their owner may not enter, as package caches are.
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { removeLeftFolder } from "./remove-left-folder.ts";

const source = fileURLToPath(new URL("remove-left-folder.ts", import.meta.url));

/** As an ordinary user: nothing is closed to root. */
function removeAsUser(folder: string): void {
  const isRoot = process.getuid?.() === 0;
  const change = isRoot ? "process.setgroups([]); process.setgid(65534); process.setuid(65534);" : "";
  const program = `const { removeLeftFolder } = await import(process.argv[1]); ${change} removeLeftFolder(process.argv[2]);`;
  execFileSync(process.execPath, ["--input-type=module", "--eval", program, source, folder]);
}

function own(path: string): string {
  if (process.getuid?.() === 0) chownSync(path, 65534, 65534);
  return path;
}

test("folders that nobody may enter or write to are removed with all that is in them", () => {
  const folder = own(mkdtempSync(join(tmpdir(), "wield-closed-")));
  const cache = join(folder, "cache");
  for (const path of [cache, join(cache, "module"), join(cache, "empty")]) {
    mkdirSync(path);
    own(path);
  }
  writeFileSync(join(cache, "module/file"), "x");
  chmodSync(join(cache, "module"), 0o555);
  chmodSync(join(cache, "empty"), 0);
  chmodSync(cache, 0);
  removeAsUser(folder);
  expect(existsSync(folder)).toBe(false);
});

test("what a link in it leads to keeps its rights and its files", () => {
  const outside = own(mkdtempSync(join(tmpdir(), "wield-outside-")));
  writeFileSync(join(outside, "file"), "x");
  const folder = own(mkdtempSync(join(tmpdir(), "wield-closed-")));
  mkdirSync(join(folder, "closed"));
  own(join(folder, "closed"));
  symlinkSync(outside, join(folder, "link"));
  chmodSync(join(folder, "closed"), 0);
  chmodSync(outside, 0o500);
  removeAsUser(folder);
  expect(existsSync(folder)).toBe(false);
  expect(existsSync(join(outside, "file"))).toBe(true);
  chmodSync(outside, 0o700);
  rmSync(outside, { recursive: true });
});

test("a folder that is not there or cannot be removed is no failure", () => {
  expect(() => removeLeftFolder(join(tmpdir(), "wield-never-there"))).not.toThrow();
  expect(() => removeLeftFolder("/proc/self/task")).not.toThrow();
});
