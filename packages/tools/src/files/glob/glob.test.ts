// Prevents: a name search that misses what is there, follows links, hangs on a pattern or hides what it left out.
import { linkSync, mkdirSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { renderOutcome } from "@wield/core";
import { createTestBench } from "@wield/testkit";
import type { TestBench, TestBenchOptions } from "@wield/testkit";
import { expect, test } from "vitest";
import { failureOf, okOf } from "../../testing/outcome-fixture.ts";
import glob from "./glob.tool.ts";

function benchWith(files: TestBenchOptions["files"], settings: TestBenchOptions["settings"] = {}) {
  return createTestBench({ tools: [glob], settings, ...(files === undefined ? {} : { files }) });
}

async function matches(bench: TestBench, input: object): Promise<readonly string[]> {
  const { text, data } = okOf(await bench.call("glob", { ...input }));
  const paths = (data as { matches: string[] }).matches;
  if (paths.length > 0) expect(text.split("\n").slice(1, paths.length + 1)).toEqual(paths);
  return paths;
}

/** Each file is changed a minute after the one before it. */
function inThisOrder(bench: TestBench, paths: readonly string[]): void {
  for (const [index, path] of paths.entries()) {
    utimesSync(bench.folder.at(path), 1_700_000_000 + index * 60, 1_700_000_000 + index * 60);
  }
}

test("S-006: patterns are anchored and the newest comes first", async () => {
  await using bench = await benchWith({ "c.ts": "", "src/a.ts": "", "src/x/b.ts": "" });
  inThisOrder(bench, ["c.ts", "src/a.ts", "src/x/b.ts"]);
  expect(await matches(bench, { pattern: "**/*.ts" })).toEqual(["src/x/b.ts", "src/a.ts", "c.ts"]);
  expect(await matches(bench, { pattern: "*.ts" })).toEqual(["c.ts"]);
  expect(await matches(bench, { pattern: "src/*.ts" })).toEqual(["src/a.ts"]);
  expect(await matches(bench, { pattern: "**/*.ts", path: "src" })).toEqual(["src/x/b.ts", "src/a.ts"]);
  const { text, data } = okOf(await bench.call("glob", { pattern: "**/b.ts" }));
  expect(text).toBe('1 match(es) for "**/b.ts":\nsrc/x/b.ts');
  expect(data).toEqual({ matches: ["src/x/b.ts"], total: 1, truncated: false, hidden: 0 });
});

test("S-006: files changed at one time are in path order, segment by segment in byte order", async () => {
  const paths = ["a.ts", "a/z.ts", "a-b/c.ts", "B.ts", "\u{1F600}.ts", "\uFF5E.ts"];
  await using bench = await benchWith(Object.fromEntries(paths.map((path) => [path, ""])));
  for (const path of paths) utimesSync(bench.folder.at(path), 1_700_000_000, 1_700_000_000);
  expect(await matches(bench, { pattern: "**/*.ts" })).toEqual([
    "B.ts",
    "a/z.ts",
    "a-b/c.ts",
    "a.ts",
    "\uFF5E.ts",
    "\u{1F600}.ts",
  ]);
});

test("S-007: braces name alternatives, nested ones too, and what is not closed is literal", async () => {
  await using bench = await benchWith({ "a.ts": "", "b.ts": "", "c.ts": "", "{x.ts": "", "[y.ts": "" });
  const found = async (pattern: string): Promise<readonly string[]> =>
    (await matches(bench, { pattern })).toSorted();
  expect(await found("{a,b}.ts")).toEqual(["a.ts", "b.ts"]);
  expect(await found("{a,{b,c}}.{js,ts}")).toEqual(["a.ts", "b.ts", "c.ts"]);
  expect(await found("{x.ts")).toEqual(["{x.ts"]);
  expect(await found("[y.ts")).toEqual(["[y.ts"]);
  expect(await found("[!a-b].ts")).toEqual(["c.ts"]);
});

test("S-008: a cut list says so and by how much", async () => {
  await using bench = await benchWith({ "1.x": "", "2.x": "", "3.x": "" });
  inThisOrder(bench, ["1.x", "2.x", "3.x"]);
  const { text, data } = okOf(await bench.call("glob", { pattern: "*.x", limit: 1 }));
  expect(text).toBe('1 match(es) for "*.x":\n3.x\n… truncated (3 in all); use offset=1 to continue');
  expect(data).toEqual({ matches: ["3.x"], total: 3, truncated: true, hidden: 0, next_offset: 1 });
  expect(await matches(bench, { pattern: "*.x", offset: 1 })).toEqual(["2.x", "1.x"]);
});

test("S-008: of 5000 files the newest 200 are shown, and no result is cut in its middle", async () => {
  const names = Array.from(
    { length: 5000 },
    (_, index) => `d${index % 50}/file-with-a-long-name-${10_000 + index}`,
  );
  await using bench = await benchWith(Object.fromEntries(names.map((name) => [name, ""])));
  inThisOrder(bench, names);
  const { text, data } = okOf(await bench.call("glob", { pattern: "**/*" }));
  expect(text.split("\n").slice(1, 201)).toEqual(names.slice(-200).toReversed());
  expect(text.split("\n").at(-1)).toBe("… truncated (5000 in all); use offset=200 to continue");
  expect(data).toMatchObject({ total: 5000, next_offset: 200 });
  // More than the output limit holds.
  const large = okOf(await bench.call("glob", { pattern: "**/*", limit: 2000 }, { caller: "agent" }));
  expect(large.text.length).toBeLessThan(30_000);
  expect(large.text).not.toContain("characters cut");
  const { next_offset: next, matches: shown } = large.data as { next_offset: number; matches: string[] };
  expect(next).toBe(shown.length);
  expect((await matches(bench, { pattern: "**/*", offset: next, limit: 1 }))[0]).toBe(names.at(-1 - next));
});

const ignoring = {
  ".gitignore": "out/\n",
  ".ignore": "src/\n",
  "out/a.js": "",
  "src/b.js": "",
  "dist/c.js": "",
};

test("S-009: an ignored file is found when it is named, and counted when it is not", async () => {
  await using bench = await benchWith(ignoring);
  expect(await matches(bench, { pattern: "out/a.js" })).toEqual(["out/a.js"]);
  expect(await matches(bench, { pattern: "out/*.js" })).toEqual(["out/a.js"]);
  expect(await matches(bench, { pattern: "*.js", path: "out" })).toEqual(["out/a.js"]);
  const none = okOf(await bench.call("glob", { pattern: "**/a.js" }));
  expect(none.text).toBe(
    'No files match "**/a.js" in ..\n… at least 1 more hidden by ignore rules (include_ignored: true shows them)',
  );
  expect(none.data).toEqual({ matches: [], total: 0, truncated: false, hidden: 1 });
  expect((await matches(bench, { pattern: "**/*.js" })).toSorted()).toEqual(["dist/c.js", "src/b.js"]);
  const all = await matches(bench, { pattern: "**/*.js", include_ignored: true });
  expect(all.toSorted()).toEqual(["dist/c.js", "out/a.js", "src/b.js"]);
});

test("S-009: skipped folders are entered when they are named or asked for, the repository's own only when named", async () => {
  await using bench = await benchWith({ "node_modules/p/i.js": "", ".git/hooks/x.js": "", "a.js": "" });
  expect(await matches(bench, { pattern: "**/*.js" })).toEqual(["a.js"]);
  expect(okOf(await bench.call("glob", { pattern: "**/*.js" })).text).toContain("at least 1 more hidden");
  expect(await matches(bench, { pattern: "node_modules/*/*.js" })).toEqual(["node_modules/p/i.js"]);
  expect(await matches(bench, { pattern: "{node_modules/**,*}/*.js" })).toEqual(["node_modules/p/i.js"]);
  expect(await matches(bench, { pattern: ".git/hooks/*" })).toEqual([".git/hooks/x.js"]);
  const all = await matches(bench, { pattern: "**/*.js", include_ignored: true });
  expect(all.toSorted()).toEqual(["a.js", "node_modules/p/i.js"]);
});

test("S-009: an alternative that names an ignored folder does not open it for the others", async () => {
  await using bench = await benchWith({
    ".gitignore": "dist/\n",
    "dist/a.js": "",
    "dist/b.ts": "",
    "c.ts": "",
  });
  const found = await matches(bench, { pattern: "{**/*.ts,dist/*.js}" });
  expect(found.toSorted()).toEqual(["c.ts", "dist/a.js"]);
});

test("S-009: rules of folders on the way hold below them, and a nearer file keeps what a farther one ignores", async () => {
  await using bench = await benchWith({
    ".gitignore": "*.log\n/top\nsub/deep\n!keep.log\n",
    "a.log": "",
    "keep.log": "",
    "top/x.txt": "",
    "sub/top/x.txt": "",
    "sub/deep/x.txt": "",
    "sub/other/.gitignore": "!b.log\nx.txt\n",
    "sub/other/b.log": "",
    "sub/other/c.log": "",
    "sub/other/x.txt": "",
  });
  const expected = ["keep.log", "sub/other/b.log", "sub/top/x.txt"];
  expect((await matches(bench, { pattern: "**/*.{log,txt}" })).toSorted()).toEqual(expected);
  expect((await matches(bench, { pattern: "**/*.{log,txt}", path: "sub" })).toSorted()).toEqual(
    expected.slice(1),
  );
});

test("hidden names are matched only by a written dot", async () => {
  await using bench = await benchWith({ ".env": "", ".github/w.yml": "", "a/.hidden/b": "", "a/b.env": "" });
  const found = async (pattern: string): Promise<readonly string[]> =>
    (await matches(bench, { pattern })).toSorted();
  expect(await found("**/*")).toEqual(["a/b.env"]);
  expect(await found("**")).toEqual(["a/b.env"]);
  expect(await found("*.env")).toEqual([]);
  expect(await found(".*")).toEqual([".env"]);
  expect(await found("**/.env")).toEqual([".env"]);
  expect(await found(".github/**")).toEqual([".github/w.yml"]);
  expect(await found("a/.h*/*")).toEqual(["a/.hidden/b"]);
});

test("S-004: links that form a circle end nothing, and a link to a file is found by its name", async () => {
  await using outside = await benchWith({ "secret.txt": "" });
  await using bench = await benchWith({ "1/x": "", "2/y": "" });
  symlinkSync("..", bench.folder.at("1/loop"));
  symlinkSync("..", bench.folder.at("2/loop"));
  symlinkSync("nowhere", bench.folder.at("dangling"));
  symlinkSync("1/x", bench.folder.at("z"));
  symlinkSync(outside.folder.at("secret.txt"), bench.folder.at("leak"));
  const found = await matches(bench, { pattern: "**/*" });
  expect(found.toSorted()).toEqual(["1/x", "2/y", "z"]);
});

test("S-019: no pattern makes it slow, and one that stands for too much is refused", async () => {
  const names = Array.from({ length: 300 }, (_, index) => `${"a".repeat(200)}${index}`);
  await using bench = await benchWith(Object.fromEntries(names.map((name) => [name, ""])));
  const patterns = [
    `${"**/".repeat(40)}a`,
    `${"*a".repeat(60)}*b`,
    `${"**a".repeat(60)}**b`,
    `${"?*".repeat(60)}b`,
    `{${Array.from({ length: 256 }, (_, index) => `${"*a".repeat(20)}${index}b`).join(",")}}`,
    `${"{a,".repeat(60)}b${"}".repeat(60)}`,
    `${"[a-z]*".repeat(60)}!`,
  ];
  for (const pattern of patterns) {
    const started = performance.now();
    const outcome = await bench.call("glob", { pattern });
    expect(performance.now() - started, pattern.slice(0, 20)).toBeLessThan(20_000);
    expect(outcome.status === "ok" || outcome.code === "invalid_pattern").toBe(true);
  }
  for (const pattern of ["{a,b}".repeat(9), "{".repeat(2000), `{${",".repeat(257)}}`, "x".repeat(5000)]) {
    const started = performance.now();
    const outcome = await bench.call("glob", { pattern });
    expect(performance.now() - started).toBeLessThan(20_000);
    if (pattern.startsWith("{{")) expect(outcome.status).toBe("ok");
    else expect(failureOf(outcome).code).toBe("invalid_pattern");
  }
  expect(failureOf(await bench.call("glob", { pattern: "{a,b}".repeat(9) })).message).toContain("256");
});

test("a pattern that leads elsewhere is refused with the way to say it", async () => {
  await using bench = await benchWith({ "a.ts": "" });
  for (const pattern of ["/etc/*", "~/x", "../*.ts", "src/../../x"]) {
    const outcome = failureOf(await bench.call("glob", { pattern }));
    expect(outcome.code).toBe("invalid_pattern");
    expect(outcome.hint).toContain("path");
  }
  expect(await matches(bench, { pattern: "./*.ts" })).toEqual(["a.ts"]);
  for (const pattern of ["", "  "]) {
    const outcome = failureOf(await bench.call("glob", { pattern }));
    expect(outcome).toMatchObject({ code: "invalid_arguments" });
    expect(outcome.message).toContain("pattern is required");
  }
});

test("a regular expression without a match gets the hint that grep takes those", async () => {
  await using bench = await benchWith({ "a.ts": "" });
  for (const pattern of ["^a\\.ts$", ".*\\.ts", "(a|b).ts"]) {
    expect(okOf(await bench.call("glob", { pattern })).text).toContain("grep");
  }
  expect(okOf(await bench.call("glob", { pattern: "*.rs" })).text).toBe('No files match "*.rs" in ..');
});

test("wrong numbers fall back to the defaults and are told", async () => {
  await using bench = await benchWith({ "a.ts": "" });
  for (const input of [{ limit: 0 }, { limit: 2001 }, { offset: -1 }]) {
    const outcome = await bench.call("glob", { pattern: "*", ...input });
    expect(okOf(outcome).text).toContain("a.ts");
    expect(outcome.notes).toHaveLength(1);
  }
  expect(okOf(await bench.call("glob", { pattern: "*", offset: 7 })).text).toContain(
    "offset 7 is past the last match (1 in all)",
  );
});

test("what rules close is left out and counted, and a closed file is not named by its pattern either", async () => {
  await using bench = await benchWith(
    { "a.txt": "", "secret/b.txt": "", "c.pem": "" },
    {
      rules: [
        { match: { path: "secret" }, action: "deny" },
        { match: { path: "**/*.pem" }, action: "ask" },
      ],
    },
  );
  const outcome = await bench.call("glob", { pattern: "**/*" });
  expect(okOf(outcome).text).toBe('1 match(es) for "**/*":\na.txt');
  expect(outcome.notes).toEqual(["left out, because rules close them: 1 file(s) and 1 folder(s)"]);
  for (const pattern of ["secret/b.txt", "c.pem"]) expect(await matches(bench, { pattern })).toEqual([]);
});

test("the home of the product is left out, also under another name", async () => {
  await using bench = await benchWith({ "a.txt": "" });
  mkdirSync(bench.folder.at("in"));
  symlinkSync(bench.home, bench.folder.at("in/link"));
  writeFileSync(`${bench.home}/vault`, "");
  linkSync(`${bench.home}/vault`, bench.folder.at("innocent"));
  expect(await matches(bench, { pattern: "**/*" })).toEqual(["a.txt"]);
  const outcome = failureOf(await bench.call("glob", { pattern: "*", path: "in/link" }));
  expect(renderOutcome(outcome)).not.toContain("vault");
});

test("a look-alike folder is used and told, and a missing one has a suggestion", async () => {
  await using bench = await benchWith({ "my\u00A0docs/a.md": "", "source/b.md": "" });
  const outcome = await bench.call("glob", { pattern: "*.md", path: "my docs" });
  expect(okOf(outcome).text).toContain("my\u00A0docs/a.md");
  expect(outcome.notes.join()).toContain("looks the same");
  expect(failureOf(await bench.call("glob", { pattern: "*", path: "sourc" })).hint).toContain("source");
});
