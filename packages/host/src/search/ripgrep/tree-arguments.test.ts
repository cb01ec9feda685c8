// Prevents: files that rules close opened by the search program, because a name of theirs reads as a pattern.
import { spawnSync } from "node:child_process";
import { parsePathPattern } from "@wield/core";
import { rgPath } from "@vscode/ripgrep";
import { expect, test } from "vitest";
import { createSearchBench } from "../search-bench.ts";
import { treeArguments } from "./tree-arguments.ts";
import type { TreeArguments } from "./tree-arguments.ts";

function listed(cwd: string, tree: Partial<TreeArguments>): readonly string[] {
  const whole = { includesIgnored: false, maxFileBytes: 1000, excluded: [], folder: "", ...tree };
  const { stdout } = spawnSync(rgPath, ["--no-config", "--files", ...treeArguments(whole)], {
    cwd,
    encoding: "utf8",
  });
  return stdout
    .split("\n")
    .filter((line) => line !== "")
    .toSorted();
}

test("paths that are excluded are not opened, whatever signs are in them", () => {
  using bench = createSearchBench();
  const excluded = ["a*", "b?.txt", "[c]", "{d,e}", "-f", "!g", "#h", "i\\j", "k l ", "deep/closed", "same"];
  for (const path of excluded) bench.put(path === "deep/closed" ? `${path}/x` : path);
  const others = ["ab", "bc.txt", "c", "d", "deep/open", "deep/same"];
  for (const path of others) bench.put(path);
  expect(listed(bench.root, { excluded })).toEqual(others.map((path) => `./${path}`).toSorted());
  expect(listed(bench.root, { excluded: ["same"], folder: "deep" })).toEqual([
    "./deep/closed/x",
    "./deep/open",
  ]);
});

test("with an include of plain names no other file is opened", () => {
  using bench = createSearchBench();
  for (const path of ["a.ts", "src/b.ts", "src/.c.ts", "src/d.tsx", "e.md"]) bench.put(path);
  const include = (text: string) => {
    const pattern = parsePathPattern(text, { hasBraces: true, matchesDots: true, hasStrayGlobstar: true });
    return pattern.ok ? listed(bench.root, { include: pattern.value }) : [];
  };
  expect(include("*.ts")).toEqual(["./a.ts", "./src/.c.ts", "./src/b.ts"]);
  expect(include("src/**/*.{tsx,md}")).toEqual(["./e.md", "./src/d.tsx"]);
  // What may mean something else to the engine is left to be matched afterwards.
  expect(include("[ab].ts")).toHaveLength(5);
});

test("too large files and skipped folders are not opened", () => {
  using bench = createSearchBench();
  bench.put("small", "x".repeat(1000));
  bench.put("large", "x".repeat(1001));
  for (const path of ["node_modules/a", ".git/b", "in/venv/c", ".DS_Store", "d/node_modules"])
    bench.put(path);
  expect(listed(bench.root, {})).toEqual(["./d/node_modules", "./small"]);
  expect(listed(bench.root, { includesIgnored: true })).toEqual(
    ["./.DS_Store", "./d/node_modules", "./in/venv/c", "./node_modules/a", "./small"].toSorted(),
  );
});
