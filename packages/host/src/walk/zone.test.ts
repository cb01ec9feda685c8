// Prevents: a folder taken for another because its name begins alike, also where a root is the whole disk.
import { expect, test } from "vitest";
import { displayOf, isInside, zoneOf } from "./zone.ts";

const workspace = {
  root: "/place",
  writeRoots: ["/out", "/place2"],
  readRoots: ["/out/ref", "/ref"],
  home: "/home/me",
};

test("whole segments decide", () => {
  expect(["/place", "/place/a", "/place/..a"].every((path) => isInside("/place", path))).toBe(true);
  expect(["/place2", "/wor", "/", "/a/place"].some((path) => isInside("/place", path))).toBe(false);
  expect(isInside("/", "/any")).toBe(true);
});

test("the most permissive folder counts", () => {
  const zones = ["/place/a", "/place2/a", "/out/ref/a", "/ref", "/ref2", "/"].map((path) =>
    zoneOf(path, workspace),
  );
  expect(zones).toEqual(["workspace", "write_root", "write_root", "read_root", "outside", "outside"]);
});

test("paths are shown relative inside the workspace and absolute elsewhere", () => {
  expect(["/place", "/place/a/b", "/place2/a"].map((path) => displayOf(path, workspace))).toEqual([
    ".",
    "a/b",
    "/place2/a",
  ]);
  expect(displayOf("/a/b", { ...workspace, root: "/" })).toBe("a/b");
});
