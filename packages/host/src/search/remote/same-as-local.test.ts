// Prevents: a search or a walk on a server that tells anything else than the same one on this machine.
import { execFileSync } from "node:child_process";
import { linkSync, symlinkSync } from "node:fs";
import type { Files, FilesScope, SearchOptions, WalkOptions } from "@wield/core";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createRemoteFiles } from "../../files/remote/create-remote-files.ts";
import { createLocalShellPlace } from "../../files/remote/local-shell-place.ts";
import { createSearchBench, searchOptions, type SearchBench } from "../search-bench.ts";

interface Pair extends Disposable {
  readonly here: Files;
  readonly there: Files;
}

function openBoth(bench: SearchBench, deny?: Parameters<SearchBench["open"]>[0]): Pair {
  const { files: here, scope } = bench.open(deny);
  return { here, ...thereOf(scope) };
}

function thereOf(scope: FilesScope): Omit<Pair, "here"> {
  const driver = createRemoteFiles(createLocalShellPlace());
  return { there: driver.open(scope), [Symbol.dispose]: () => driver.close() };
}

function fill(bench: SearchBench): void {
  bench.put(".gitignore", "dist/\n*.log\n!keep.log\n/only-here\n");
  bench.put("src/.gitignore", "gen/\n");
  bench.put("src/a.ts", "todo\nTODO: x\n  todo todo\n");
  bench.put("src/b c'd.ts", "nothing\r\ntodo\r\nend");
  bench.put("src/gen/x.ts", "todo\n");
  bench.put("src/deep/er/z.ts", "x\rtodo\ry\r");
  bench.put("src/-n", "todo\n");
  bench.put("src/line\nbreak", "todo\n");
  bench.put("src/é\u{1F600}.md", "Todo é todo\n");
  bench.put("src/Kelvin.txt", "boo\u212A todo\n");
  bench.put("only-here", "todo\n");
  bench.put("deep/only-here", "todo\n");
  bench.put("a.log", "todo\n");
  bench.put("keep.log", "todo\n");
  bench.put("dist/out.js", "todo\n");
  bench.put(".hidden/f", "todo\n");
  bench.put(".git/config", "todo\n");
  bench.put("node_modules/m/i.js", "todo\n");
  bench.put("sub/node_modules", "todo in a file of that name\n");
  bench.put("bin.dat", Buffer.from("todo\0todo\n"));
  bench.put("latin.txt", Buffer.from([0x74, 0x6f, 0x64, 0x6f, 0xe9, 0x0a]));
  bench.put("wide.txt", Buffer.from("\uFEFFtodo wide\r\n", "utf16le"));
  bench.put("mark.txt", "\uFEFFtodo marked\n");
  bench.put("long.txt", `${"x".repeat(100_000)}todo${"y".repeat(100_000)}\n`);
  bench.put("large.txt", Buffer.alloc(300_000, "todo\n"));
  bench.put("empty.txt", "");
  execFileSync("mkfifo", [bench.at("pipe")]);
  linkSync(bench.at("src/a.ts"), bench.at("second.ts"));
  symlinkSync("src/a.ts", bench.at("link.ts"));
  symlinkSync("src", bench.at("linked"));
  symlinkSync("../outside", bench.at("out"));
  symlinkSync("nowhere", bench.at("dangling"));
}

const searches: readonly (Partial<SearchOptions> & Pick<SearchOptions, "pattern">)[] = [
  { pattern: "todo" },
  { pattern: "TODO", isCaseSensitive: true },
  { pattern: "todo", context: 2 },
  { pattern: "todo", limit: 2, offset: 1 },
  { pattern: "todo", limit: 3, offset: 4, context: 1 },
  { pattern: "todo", unit: "files", limit: 3, offset: 2 },
  { pattern: "todo", includesIgnored: true },
  { pattern: "todo", maxFileBytes: 1000 },
  { pattern: "todo", maxCounted: 3, limit: 2 },
  { pattern: "^\\s*todo|nothing$" },
  { pattern: "t.do" },
  { pattern: "bookk", isLiteral: true },
  { pattern: "book" },
  { pattern: "boo\\w todo" },
  { pattern: "x\\n?todo", isMultiline: true },
  { pattern: "nothing\\ntodo", isMultiline: true },
  { pattern: "nothing\ntodo", isLiteral: true, isMultiline: true },
  { pattern: "a.ts", isLiteral: true },
  { pattern: "absent everywhere" },
  { pattern: "absent everywhere", includesIgnored: true },
  { pattern: "absent", maxFileBytes: 100_000 },
  { pattern: "^$" },
  { pattern: "-n" },
];

test("a search of a folder tells the same there and here, whatever is asked", async () => {
  using bench = createSearchBench();
  fill(bench);
  using both = openBoth(bench);
  for (const options of searches) {
    const asked = searchOptions(options);
    const isFirst = options === searches[0];
    for (const path of isFirst ? [".", "src", "linked", "dist"] : ["."]) {
      const [here, there] = [await both.here.search(path, asked), await both.there.search(path, asked)];
      expect({ options, path, ...there }).toEqual({ options, path, ...here });
    }
  }
});

test("a search of one file tells the same there and here", async () => {
  using bench = createSearchBench();
  fill(bench);
  using both = openBoth(bench);
  const named = [
    "src/a.ts",
    "long.txt",
    "wide.txt",
    "bin.dat",
    "latin.txt",
    "dist/out.js",
    "pipe",
    "no.txt",
    "src/deep/er/z.ts",
  ];
  for (const path of named) {
    for (const options of [
      { pattern: "todo", context: 1 },
      { pattern: "(" },
      { pattern: "todo", unit: "files" },
    ] as const) {
      const asked = searchOptions(options);
      const [here, there] = [await both.here.search(path, asked), await both.there.search(path, asked)];
      expect({ path, ...there }).toEqual({ path, ...here });
    }
  }
});

async function walked(files: Files, path: string, options: Omit<WalkOptions, "visit">): Promise<unknown> {
  const visited: unknown[] = [];
  const end = await files.walk(path, {
    ...options,
    cannotEnter: (at, reason) => visited.push({ at, reason }),
    visit(entry) {
      const { kind, depth, name, ignoredBy } = entry;
      const times =
        entry.kind === "file" ? [entry.stat()?.size, Math.round(entry.glance()?.modifiedAt ?? 0)] : [];
      const target = kind === "link" ? [entry.target(), entry.follow()?.size] : [];
      visited.push({ path: entry.path, kind, depth, name, ignoredBy, times, target });
      if (name === "er") return "next";
      return kind === "directory" ? "enter" : "next";
    },
  });
  const inOrder = options.isOrdered === true ? visited : visited.toSorted(byText);
  return { end, visited: inOrder };
}

function byText(left: unknown, right: unknown): number {
  return JSON.stringify(left) < JSON.stringify(right) ? -1 : 1;
}

test("a walk visits the same entries there and here, with the same facts and in the same order", async () => {
  using bench = createSearchBench();
  fill(bench);
  for (let folder = 0; folder < 60; folder += 1) bench.put(`many/d${folder}/e/f${folder}`, "x");
  using both = openBoth(bench);
  for (const path of [".", "src", "many", "src/a.ts", "nowhere", "linked", "empty.txt/x"]) {
    for (const options of [{ isOrdered: true }, { readsIgnoreFiles: true }, {}]) {
      expect(await walked(both.there, path, options)).toEqual(await walked(both.here, path, options));
    }
  }
});

test("what a rule closes is left out and counted alike", async () => {
  using bench = createSearchBench();
  fill(bench);
  using both = openBoth(bench, {
    deny: (_access, path) => {
      const isClosed =
        path.display.startsWith("src/deep") || path.display === "keep.log" || (path.links ?? 1) > 1;
      return isClosed ? { ok: false, status: "failed", code: "policy_denied", message: "closed" } : undefined;
    },
  });
  const asked = searchOptions({ pattern: "todo" });
  expect(await both.there.search(".", asked)).toEqual(await both.here.search(".", asked));
  expect(await walked(both.there, ".", { isOrdered: true })).toEqual(
    await walked(both.here, ".", { isOrdered: true }),
  );
});

test("any small tree of ignore rules is walked alike", async () => {
  const line = fc.constantFrom(
    "a",
    "a/",
    "/a",
    "a/b",
    "*.x",
    "!a",
    "!/b.x",
    "**/b",
    "b.x",
    "#a",
    "?",
    "[ab]",
  );
  const rules = fc.array(line, { maxLength: 4 }).map((lines) => lines.join("\n"));
  await fc.assert(
    fc.asyncProperty(rules, rules, async (outer, inner) => {
      using bench = createSearchBench();
      bench.put(".gitignore", outer);
      bench.put("a/.gitignore", inner);
      for (const path of ["a/b", "a/b.x", "b/a", "b/b", "b.x", "c/a/b.x", "c/b"]) bench.put(path, "hit\n");
      using both = openBoth(bench);
      const asked = searchOptions({ pattern: "hit" });
      for (const path of [".", "a", "c"])
        expect(await both.there.search(path, asked)).toEqual(await both.here.search(path, asked));
    }),
    { numRuns: 12 },
  );
});
