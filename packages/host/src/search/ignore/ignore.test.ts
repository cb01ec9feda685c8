// Prevents: a name search and a content search that leave out different files.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import * as fc from "fast-check";
import { rgPath } from "@vscode/ripgrep";
import { expect, test } from "vitest";
import { createSearchBench, placesOf, searchOptions, walkedFiles } from "../search-bench.ts";
import type { SearchBench } from "../search-bench.ts";

/** What ripgrep lists with the same rules, from its own reading of the ignore files. */
function listedByRipgrep(bench: SearchBench): readonly string[] {
  const args = ["--no-config", "--files", "--null", "--hidden", "--no-require-git", "--no-ignore-global"];
  const { stdout } = spawnSync(
    rgPath,
    [...args, "--no-ignore-dot", "--no-ignore-exclude", "--no-ignore-parent", "--glob=!.git"],
    { cwd: bench.root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] },
  );
  return stdout
    .split("\0")
    .filter((path) => path !== "")
    .toSorted();
}

const paths = [
  "a.log",
  "b.txt",
  "x/a.log",
  "x/keep.log",
  "x/y/b.txt",
  "x/y/out/c.txt",
  "out/c.txt",
  "[z]/#d",
  ".h/b.txt",
];

const line = fc.constantFrom(
  "*.log",
  "!keep.log",
  "out",
  "out/",
  "/out",
  "/x/y",
  "x/*",
  "x/**",
  "**/y/",
  "**/b.txt",
  "!b.txt",
  "!/x/y/b.txt",
  "x/**/c.txt",
  "*",
  "!*/",
  "!x/",
  "\\#d",
  "#d",
  "[[]z]/",
  "[a-b].*",
  "?.log",
  "a.log   ",
  "a.log\\ ",
  "",
  "/",
  "//x",
  ".*",
  "**",
  "a**g",
  "x/y\r",
  "/**/out/**",
);

test("files are left out as ripgrep leaves them out", async () => {
  const file = fc.array(line, { maxLength: 4 }).map((lines) => lines.join("\n"));
  await fc.assert(
    fc.asyncProperty(file, file, file, async (top, nested, deep) => {
      using bench = createSearchBench();
      for (const path of paths) bench.put(path);
      for (const [folder, text] of [
        ["", top],
        ["x/", nested],
        ["x/y/", deep],
      ] as const) {
        if (text !== "") bench.put(`${folder}.gitignore`, text);
      }
      expect(await walkedFiles(bench.open().files)).toEqual(listedByRipgrep(bench));
    }),
    { numRuns: 60 },
  );
});

test("a repository inside is ruled by files above it too, as by ripgrep", async () => {
  using bench = createSearchBench();
  bench.put(".gitignore", "*.log\n");
  bench.put("in/.git/HEAD");
  bench.put("in/.gitignore", "b.log\n");
  for (const path of ["a.log", "in/a.log", "in/b.log", "in/d/a.log"]) bench.put(path);
  const found = await walkedFiles(bench.open().files);
  expect(found).toEqual([".gitignore", "in/.gitignore"]);
  expect(found).toEqual(listedByRipgrep(bench));
});

test("walks and searches of any folder agree on what is left out", async () => {
  const file = fc.array(line, { maxLength: 4 }).map((lines) => lines.join("\n"));
  await fc.assert(
    fc.asyncProperty(file, file, fc.constantFrom("x", "x/y", "out"), async (top, nested, folder) => {
      using bench = createSearchBench();
      for (const path of paths) bench.put(path, "hit\n");
      if (top !== "") bench.put(".gitignore", `${top}\n#hit`);
      if (nested !== "") bench.put("x/.gitignore", `${nested}\n#hit`);
      const { files } = bench.open();
      const walked = await walkedFiles(files, folder);
      const found = await files.search(folder, searchOptions({ pattern: "hit" }));
      const places = found.ok
        ? placesOf(found.value).map((place) => place.replace(/:\d+$/, ""))
        : [found.message];
      expect(places.toSorted()).toEqual(walked.map((path) => `${folder}/${path}`).toSorted());
    }),
    { numRuns: 20 },
  );
});

test("an ignore file that is a link, a folder or a device rules nothing in a walk", async () => {
  using bench = createSearchBench();
  bench.put("rules", "a.txt\n");
  bench.put("a.txt");
  symlinkSync("rules", bench.at(".gitignore"));
  bench.put("d/a.txt");
  mkdirSync(bench.at("d/.gitignore"));
  bench.put("e/a.txt");
  symlinkSync("/dev/zero", bench.at("e/.gitignore"));
  bench.put("f/a.txt");
  execFileSync("mkfifo", [bench.at("f/.gitignore")]);
  expect(await walkedFiles(bench.open().files)).toEqual(["a.txt", "d/a.txt", "e/a.txt", "f/a.txt", "rules"]);
});
