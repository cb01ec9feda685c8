// Prevents: folders left behind after a failed write, and one removed that somebody else made.
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { descriptorHolder } from "../walk/descriptor-holder.ts";
import type { Held } from "../walk/held.ts";
import { makeParents } from "./parents.ts";

let base: string;
let outer: Held;

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "wield-parents-")));
  const held = descriptorHolder.hold(base);
  if (held === undefined) throw new Error("the folder just made is missing");
  outer = held;
});

afterEach(() => {
  outer[Symbol.dispose]();
  rmSync(base, { recursive: true, force: true });
});

test("folders are removed when let go, but for one that was there, and kept ones stay", () => {
  mkdirSync(join(base, "theirs"));
  {
    using parents = makeParents(descriptorHolder, outer, ["theirs", "a", "b"]);
    expect(parents.made).toEqual([join(base, "theirs/a"), join(base, "theirs/a/b")]);
    expect(parents.folder.real()).toBe(join(base, "theirs/a/b"));
  }
  expect(existsSync(join(base, "theirs"))).toBe(true);
  expect(existsSync(join(base, "theirs/a"))).toBe(false);
  {
    using parents = makeParents(descriptorHolder, outer, ["a", "b"]);
    parents.keep();
  }
  expect(existsSync(join(base, "a/b"))).toBe(true);
});

test("a link where a folder should be made stops, and what was made before it is removed", () => {
  const elsewhere = join(base, "elsewhere");
  mkdirSync(elsewhere);
  symlinkSync(elsewhere, join(base, "link"));
  expect(() => makeParents(descriptorHolder, outer, ["link", "x"])).toThrow("replaced");
  expect(existsSync(join(elsewhere, "x"))).toBe(false);
  expect(() => makeParents(descriptorHolder, outer, ["new", "n".repeat(300)])).toThrow("ENAMETOOLONG");
  expect(existsSync(join(base, "new"))).toBe(false);
});
