// Prevents: a write-watching host that misses a write, so that a tool that lies about it passes the check.
import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { makeWorkspaceFolder } from "../bench/workspace-folder.ts";
import { compareSnapshots, takeSnapshot } from "./tree-snapshot.ts";

const files = { "notes.md": "one", "deep/er/a.txt": "a", "gone.txt": "x" };

test("reading and listing leave no trace", async () => {
  await using folder = await makeWorkspaceFolder(files);
  const before = takeSnapshot(folder.path);
  await folder.text("notes.md");
  expect(compareSnapshots(before, takeSnapshot(folder.path))).toEqual([]);
});

test("a new, a changed, a deleted and a link are named, their folders are not", async () => {
  await using folder = await makeWorkspaceFolder(files);
  const before = takeSnapshot(folder.path);
  writeFileSync(folder.at("notes.md"), "two");
  unlinkSync(folder.at("gone.txt"));
  mkdirSync(folder.at("made"));
  symlinkSync("notes.md", folder.at("made/link"));
  writeFileSync(folder.at("deep/er/b.txt"), "b");
  expect(compareSnapshots(before, takeSnapshot(folder.path))).toEqual([
    { path: "deep/er/b.txt", how: "created" },
    { path: "gone.txt", how: "deleted" },
    { path: "made", how: "created" },
    { path: "made/link", how: "created" },
    { path: "notes.md", how: "changed" },
  ]);
});

test("a change of mode and a file that was replaced by the same bytes are seen", async () => {
  await using folder = await makeWorkspaceFolder(files);
  chmodSync(folder.at("deep/er/a.txt"), 0o644);
  const before = takeSnapshot(folder.path);
  chmodSync(folder.at("deep/er/a.txt"), 0o600);
  writeFileSync(folder.at("new"), "one");
  renameSync(folder.at("new"), folder.at("notes.md"));
  expect(compareSnapshots(before, takeSnapshot(folder.path))).toEqual([
    { path: ".", how: "touched" },
    { path: "deep/er/a.txt", how: "mode" },
    { path: "notes.md", how: "touched" },
  ]);
});

test("a file that came and went is seen by its folder", async () => {
  await using folder = await makeWorkspaceFolder({ ...files, "deep/keep.txt": "k" });
  const before = takeSnapshot(folder.path);
  mkdirSync(folder.at("deep/passing"));
  rmSync(folder.at("deep/passing"), { recursive: true });
  expect(compareSnapshots(before, takeSnapshot(folder.path))).toEqual([{ path: "deep", how: "touched" }]);
});
