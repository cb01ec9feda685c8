// Prevents: a missing name that makes the driver read a whole disk.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { descriptorHolder } from "../walk/descriptor-holder.ts";
import { createWalker } from "../walk/locate.ts";
import type { Walker } from "../walk/locate.ts";
import { createRoots } from "../walk/roots.ts";
import { nearestNames } from "./nearest-names.ts";
import { walkNames } from "./walk-names.ts";

let root: string;
let walker: Walker;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "wield-names-")));
  walker = createWalker(descriptorHolder, createRoots(descriptorHolder), [root]);
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

test("at most 5000 entries are looked at", async () => {
  for (let index = 0; index < 5100; index += 1) writeFileSync(join(root, `f${index}`), "");
  expect((await walkNames(walker, root, "file")).length).toBeLessThanOrEqual(5000);
});

test("near folders come first, skipped ones and links to folders are not entered", async () => {
  for (const folder of ["a/b/c", "node_modules/m", ".git"]) {
    mkdirSync(join(root, folder), { recursive: true });
    writeFileSync(join(root, folder, "f"), "");
  }
  writeFileSync(join(root, "z"), "");
  symlinkSync("a", join(root, "link"));
  const files = await walkNames(walker, root, "file");
  expect(files.map(({ path }) => path)).toEqual(["link", "z", "a/b/c/f"]);
  const folders = await walkNames(walker, root, "directory");
  expect(folders.map(({ path }) => path).toSorted()).toEqual([
    ".git",
    "a",
    "a/b",
    "a/b/c",
    "link",
    "node_modules",
  ]);
});

test("the same name wins over near ones, and near ones beside the missing file come first", () => {
  const paths = (...list: readonly string[]) =>
    list.map((path) => ({ path, name: path.split("/").at(-1) ?? "" }));
  expect(nearestNames("a/main.ts", paths("b/main.ts", "a/mian.ts", "a/Main.ts"))).toEqual([
    "a/Main.ts",
    "b/main.ts",
  ]);
  expect(nearestNames("a/main.ts", paths("b/mains.ts", "a/mian.ts", "a/mainly.ts"))).toEqual([
    "a/mian.ts",
    "b/mains.ts",
    "a/mainly.ts",
  ]);
  expect(nearestNames("ab", paths("cd", "ac", "x"))).toEqual([]);
  expect(nearestNames("n".repeat(200), paths("n".repeat(199), "n".repeat(200)))).toEqual(["n".repeat(200)]);
});
