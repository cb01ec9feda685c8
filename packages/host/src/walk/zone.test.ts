// Prevents: a folder taken for another because its name begins alike, also where a root is the whole disk.
import { expect, test } from "vitest";
import { displayOf, isInside, zoneOf } from "./zone.ts";

const workspace = {
  root: "/work",
  writeRoots: ["/out", "/work2"],
  readRoots: ["/out/ref", "/ref"],
  home: "/home/me",
};

test("whole segments decide", () => {
  expect(["/work", "/work/a", "/work/..a"].every((path) => isInside("/work", path))).toBe(true);
  expect(["/work2", "/wor", "/", "/a/work"].some((path) => isInside("/work", path))).toBe(false);
  expect(isInside("/", "/any")).toBe(true);
});

test("the most permissive folder counts", () => {
  const zones = ["/work/a", "/work2/a", "/out/ref/a", "/ref", "/ref2", "/"].map((path) =>
    zoneOf(path, workspace),
  );
  expect(zones).toEqual(["workspace", "write_root", "write_root", "read_root", "outside", "outside"]);
});

test("paths are shown relative inside the workspace and absolute elsewhere", () => {
  expect(["/work", "/work/a/b", "/work2/a"].map((path) => displayOf(path, workspace))).toEqual([
    ".",
    "a/b",
    "/work2/a",
  ]);
  expect(displayOf("/a/b", { ...workspace, root: "/" })).toBe("a/b");
});
