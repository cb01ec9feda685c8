// Prevents: matches that are lost, doubled or put in another line, and totals that are not what the pages add up to.
import { linkSync } from "node:fs";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { SearchOptions } from "@wield/core";
import { createSearchBench, placesOf, searchOptions } from "./search-bench.ts";

const content = fc
  .array(fc.constantFrom("a", "ab", "b", "\u00E9", " ", "\n", "\n", "\r", "\r\n"), { maxLength: 25 })
  .map((parts) => parts.join(""));

const encoded = fc.tuple(content, fc.constantFrom("plain", "marked", "utf16"));

function bytesOf([text, form]: readonly [text: string, form: string]): Buffer {
  if (form === "utf16") return Buffer.from(`\uFEFF${text}`, "utf16le");
  return Buffer.from(form === "marked" ? `\uFEFF${text}` : text);
}

function linesOf(text: string): readonly string[] {
  const crlf = text.split("\r\n").length - 1;
  const lf = text.split("\n").length - 1 - crlf;
  const cr = text.split("\r").length - 1 - crlf;
  const isCr = !(crlf > 0 && crlf >= lf && crlf >= cr) && cr > lf;
  const lines = text.split(isCr ? /\r\n|\n|\r/ : /\r\n|\n/);
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}

const patterns: readonly (readonly [pattern: string, same: RegExp])[] = [
  ["a", /a/],
  ["^a", /^a/],
  ["b$", /b$/],
  ["^$", /^$/],
  ["^[^b]*$", /^[^b]*$/],
  ["a.?b", /a[^\n]?b/],
  ["x*", /x*/],
];

test("all pages together are the matching lines of all files, in path order, each once", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(encoded, { minLength: 1, maxLength: 4 }),
      fc.constantFrom(...patterns),
      fc.integer({ min: 1, max: 7 }),
      async (files, [pattern, same], limit) => {
        using bench = createSearchBench();
        const expected: string[] = [];
        for (const [index, file] of files.entries()) {
          bench.put(`d${index % 2}/f${index}`, bytesOf(file));
        }
        for (const index of files
          .keys()
          .toArray()
          .toSorted((left, right) => (left % 2) - (right % 2) || left - right)) {
          for (const [line, text] of linesOf(files[index]?.[0] ?? "").entries()) {
            if (same.test(text)) expected.push(`d${index % 2}/f${index}:${line + 1}`);
          }
        }
        const found: string[] = [];
        for (let offset = 0; ; offset += limit) {
          const end = await bench
            .open()
            .files.search(".", searchOptions({ pattern, limit, offset, isCaseSensitive: true }));
          if (!end.ok) throw new Error(end.message);
          found.push(...placesOf(end.value));
          expect(end.value).toMatchObject({ matches: expected.length, isExact: true, isPartial: false });
          if (!end.value.hasMore) break;
        }
        expect(found).toEqual(expected);
      },
    ),
    { numRuns: 40 },
  );
});

test("a named file is searched as the same file in a folder is", async () => {
  await fc.assert(
    fc.asyncProperty(encoded, fc.constantFrom(...patterns), async (file, [pattern]) => {
      using bench = createSearchBench();
      bench.put("d/f", bytesOf(file));
      const { files } = bench.open();
      const options = searchOptions({ pattern, context: 1 });
      const [named, inFolder] = [await files.search("d/f", options), await files.search("d", options)];
      if (!named.ok || !inFolder.ok) throw new Error("it was refused");
      expect(named.value.page).toEqual(inFolder.value.page);
      expect(named.value.matches).toBe(inFolder.value.matches);
    }),
    { numRuns: 30 },
  );
});

test("many lines and many files are counted to the end of counting, and pages behind it are right", async () => {
  using bench = createSearchBench();
  for (let index = 0; index < 300; index += 1) bench.put(`d${index % 7}/f${1000 + index}`, "hit\nno\nhit\n");
  const { files } = bench.open();
  const search = async (options: Partial<SearchOptions>) => {
    const end = await files.search(
      ".",
      searchOptions({ pattern: "hit", maxCounted: 50, limit: 10, ...options }),
    );
    if (!end.ok) throw new Error(end.message);
    return end.value;
  };
  expect(await search({})).toMatchObject({ matches: 50, isExact: false, hasMore: true });
  expect(await search({ offset: 595 })).toMatchObject({ matches: 600, isExact: true, hasMore: false });
  const page = await search({ offset: 301, limit: 3 });
  expect(placesOf(page)).toHaveLength(3);
  expect(placesOf(page)[0]).toMatch(/:3$/);
  const byFiles = await search({ unit: "files", offset: 290, limit: 5 });
  expect(byFiles.page.map(({ count }) => count)).toEqual([2, 2, 2, 2, 2]);
  expect(byFiles).toMatchObject({ isExact: false, hasMore: true });
  expect(await search({ unit: "files", offset: 295 })).toMatchObject({
    files: 300,
    matches: 600,
    hasMore: false,
  });
});

test("files and folders that are closed for what they are stay closed under any name", async () => {
  using bench = createSearchBench();
  bench.put("open.txt", "hit\n");
  bench.put("closed/secret.txt", "hit\n");
  bench.put("closed/plain.txt", "hit\n");
  linkSync(bench.at("closed/secret.txt"), bench.at("innocent.txt"));
  const { files, scope } = bench.open({
    deny: (_access, path) => {
      const isClosed = (path.links ?? 1) > 1 || path.display === "closed";
      return isClosed ? { ok: false, status: "failed", code: "policy_denied", message: "closed" } : undefined;
    },
  });
  for (const isOpen of [true, false]) {
    Object.assign(scope, { isOpenBelow: () => isOpen });
    const end = await files.search(".", searchOptions({ pattern: "hit" }));
    expect(end.ok ? placesOf(end.value) : end.message).toEqual(["open.txt:1"]);
  }
});

test("settings of the person and of the environment change nothing", async () => {
  using bench = createSearchBench();
  bench.put("rc", "--files-with-matches\n");
  bench.put("a.txt", "hit\n");
  const before = { ...process.env };
  process.env["RIPGREP_CONFIG_PATH"] = bench.at("rc");
  try {
    const end = await bench.open().files.search(".", searchOptions({ pattern: "hit$" }));
    expect(end.ok ? placesOf(end.value) : end.message).toEqual(["a.txt:1"]);
  } finally {
    process.env = before;
  }
});

test("nothing stays open behind a walk or a search", async () => {
  using bench = createSearchBench();
  for (let index = 0; index < 30; index += 1) bench.put(`a/b${index}/c/f${index}`, "hit\r");
  const { files } = bench.open();
  const { readdirSync } = await import("node:fs");
  const open = (): number => readdirSync("/dev/fd").length;
  await files.search(".", searchOptions({ pattern: "hit" }));
  const before = open();
  for (let round = 0; round < 3; round += 1) {
    await files.search(".", searchOptions({ pattern: "hit" }));
    await files.search(".", searchOptions({ pattern: "nothing" }));
    await files.search("a/b1/c/f1", searchOptions({ pattern: "hit" }));
    await files.search(".", searchOptions({ pattern: "(" }));
    await files.walk(".", { visit: (entry) => (entry.depth > 2 ? "stop" : "enter") });
    await files.walk("nowhere", { visit: () => "next" });
  }
  expect(open()).toBeLessThanOrEqual(before + 1);
});
