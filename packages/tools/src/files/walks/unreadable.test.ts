// Prevents: one file or folder without rights that ends a search, or is passed over without a word.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const run = promisify(execFile);

test("S-016: one unreadable file costs nothing but a note", async () => {
  const { stdout } = await run(process.execPath, [
    join(import.meta.dirname, "../../testing/walk-as-user.ts"),
  ]);
  const [found, file, folder, listed, shut, globbed] = JSON.parse(stdout) as string[];
  expect(found).toBe(
    [
      '1 match(es) in 1 file(s) for "needle"\n\na.txt\n     1:\tneedle',
      "… could not read 3 files and folders: b.txt (permission denied), listed/d.txt (permission denied), shut/ (permission denied)",
    ].join("\n"),
  );
  expect(file).toContain("cannot read b.txt: permission denied");
  expect(folder).toContain("permission denied");
  expect(listed).toBe(
    [
      ". (6 entries)",
      "empty/",
      "listed/ (cannot read: permission denied)",
      "shut/ (cannot read: permission denied)",
      "a.txt (7 B)",
      "b.txt (7 B)",
      "dangling -> nowhere",
    ].join("\n"),
  );
  expect(shut).toContain("cannot read shut: permission denied");
  expect(globbed).toContain('2 match(es) for "**/*":');
  expect(globbed).toContain(
    "… could not read 2 folders: listed/ (permission denied), shut/ (permission denied)",
  );
});
