// Prevents: a failure that names the wrong reason, so that a person looks for a folder where the disk is read-only.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { describeFault } from "./describe-fault.ts";
import { makeFolder } from "./make-folder.ts";

test("a folder is made with those above it, and whether it was there is told", () => {
  const root = mkdtempSync(join(tmpdir(), "wield-folder-"));
  try {
    const path = join(root, "a/b/c");
    expect(makeFolder(path)).toBe(true);
    expect(makeFolder(path)).toBe(false);
    expect(statSync(path).mode & 0o777).toBe(0o700);
    writeFileSync(join(root, "file"), "");
    expect(reasonFor(join(root, "file/below"))).toBe("a file stands where a folder is expected");
  } finally {
    rmSync(root, { recursive: true });
  }
});

test("on a read-only disk that is the reason, and not that a folder is missing", () => {
  const root = mkdtempSync(join(tmpdir(), "wield-folder-"));
  const program = `
    const { makeFolder } = await import(${JSON.stringify(new URL("make-folder.ts", import.meta.url).href)});
    const { describeFault } = await import(${JSON.stringify(new URL("describe-fault.ts", import.meta.url).href)});
    try { makeFolder(${JSON.stringify(join(root, "a/b"))}); } catch (error) { console.log(describeFault(error)); }`;
  try {
    const node = [process.execPath, "--input-type=module", "-e", program];
    const ended = spawnSync("bwrap", ["--dev-bind", "/", "/", "--ro-bind", root, root, ...node], {
      encoding: "utf8",
    });
    expect(ended).toMatchObject({ stdout: "the file system is read-only\n", stderr: "" });
  } finally {
    rmSync(root, { recursive: true });
  }
});

function reasonFor(path: string): string {
  try {
    makeFolder(path);
  } catch (error) {
    return describeFault(error);
  }
  throw new Error(`${path} was made`);
}
