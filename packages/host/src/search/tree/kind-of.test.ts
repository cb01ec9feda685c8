// Prevents: a link that is taken for what it points to, and a look at nothing that ends a search.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { kindOf } from "./kind-of.ts";

test("each thing is what it is itself, and nothing is nothing", () => {
  const folder = mkdtempSync(join(tmpdir(), "wield-kind-"));
  writeFileSync(join(folder, "file"), "");
  mkdirSync(join(folder, "directory"));
  symlinkSync("directory", join(folder, "link"));
  for (const kind of ["file", "directory", "link"]) expect(kindOf(join(folder, kind))).toBe(kind);
  expect(kindOf("/dev/null")).toBe("other");
  expect(kindOf(join(folder, "gone"))).toBeUndefined();
  rmSync(folder, { recursive: true });
});
