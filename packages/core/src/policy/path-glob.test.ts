// Prevents: a rule that closes or opens other files than it says, and a pattern that stops the process.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { globCovers, globMatches, isLiteralPath, nameMatches } from "./path-glob.ts";

test.each([
  ["a.txt", "a.txt", true],
  ["a.txt", "b/a.txt", false],
  ["a.txt", "a_txt", false],
  ["*.txt", "a.txt", true],
  ["*.txt", ".txt", true],
  ["*.txt", "b/a.txt", false],
  ["*", "a/b", false],
  ["?.txt", "a.txt", true],
  ["?.txt", ".txt", false],
  ["a?b", "a/b", false],
  ["**", "a/b/c", true],
  ["**/*.ts", "a.ts", true],
  ["**/*.ts", "src/x/a.ts", true],
  ["**/*.ts", "src/x/a.js", false],
  ["src/**", "src", true],
  ["src/**", "src/a/b", true],
  ["src/**", "srcs/a", false],
  ["src/**/a", "src/a", true],
  ["src/**/a", "src/x/y/a", true],
  ["src/**/a", "src/x/y/b", false],
  ["**/**/a", "a", true],
  ["a**b", "axyb", true],
  ["a**b", "ax/yb", false],
  ["{a,b}.txt", "b.txt", true],
  ["{a,b}.txt", "c.txt", false],
  ["{src,test}/**/*.{ts,js}", "test/x/a.js", true],
  ["{a,{b,c}}", "c", true],
  ["{a}", "{a}", true],
  ["{a,b", "{a,b", true],
  ["{,x}a", "a", true],
  ["[ab]", "a", false],
  ["[ab]", "[ab]", true],
  ["a+(b)", "a+(b)", true],
  ["A.txt", "a.txt", false],
])("the glob %s and %s: %s", (pattern, path, isMatch) => {
  expect(globMatches(pattern, path)).toBe(isMatch);
});

test.each([
  ["secret", "secret/a/b", true],
  ["secret", "secrets/a", false],
  ["*/secret", "a/secret/b", true],
  ["**/.env", "a/.env/b", true],
  ["secret/*.txt", "secret", false],
  ["{a,b}/c", "b/c/d", true],
])("the folder of the glob %s and %s below it: %s", (pattern, path, isCovered) => {
  expect(globCovers(pattern, path)).toBe(isCovered);
});

test("more than 256 alternatives close everything and open nothing", () => {
  const many = "{a,b}".repeat(9);
  expect(globCovers(many, "x")).toBe(true);
  expect(globMatches(many, "a".repeat(9))).toBe(false);
  expect(globMatches("{a,b}".repeat(8), "ab".repeat(4))).toBe(true);
});

test.each([
  ["stars in one segment", "*a".repeat(2000), "a".repeat(4000)],
  ["segments of stars", "**/".repeat(1300), "a/".repeat(2000)],
  ["stars and segments", "**/a*a*a*a*b/".repeat(300), `${"a".repeat(200)}/`.repeat(20)],
  ["braces", "{a,b}".repeat(1000), "a".repeat(1000)],
  ["braces in braces", `${"{a,".repeat(300)}b${"}".repeat(300)}`, "b"],
  ["braces that do not close", "{a,".repeat(5000), "a"],
])("a pattern of %s is answered at once", (_name, pattern, path) => {
  const startedAt = performance.now();
  globMatches(pattern, path);
  globCovers(pattern, path);
  expect(performance.now() - startedAt).toBeLessThan(20_000);
});

test("a star in a name of a tool, host or server stands for any characters", () => {
  expect(nameMatches("mcp__*", "mcp__github__search")).toBe(true);
  expect(nameMatches("*.example.com", "a.b.example.com")).toBe(true);
  expect(nameMatches("*.example.com", "example.com")).toBe(false);
  expect(nameMatches("a?c", "abc")).toBe(false);
  expect(nameMatches("{a,b}", "a")).toBe(false);
});

test("globs agree with what their parts mean, on generated patterns and paths", () => {
  const part = fc.constantFrom("*", "**", "?", "a", "b", "ab", "a*", "*b");
  const segment = fc.constantFrom("a", "b", "ab", "aab", "");
  fc.assert(
    fc.property(
      fc.array(part, { minLength: 1, maxLength: 5 }),
      fc.array(
        segment.filter((name) => name !== ""),
        { minLength: 1, maxLength: 5 },
      ),
      (parts, segments) => {
        const pattern = parts.join("/");
        const path = segments.join("/");
        expect(globMatches(pattern, path)).toBe(expression(parts).test(path));
        const prefixes = segments.map((_, index) => segments.slice(0, index + 1).join("/"));
        const isCovered =
          prefixes.some((prefix) => globMatches(pattern, prefix)) || expression(parts).test("");
        expect(globCovers(pattern, path)).toBe(isCovered);
      },
    ),
    { numRuns: 3000 },
  );
});

/** The same glob as a regular expression: each segment ends with a slash. */
function expression(parts: readonly string[]): { test(path: string): boolean } {
  const source = parts
    .map((part) => {
      if (part === "**") return "(?:[^/]+/)*";
      return `${part.replaceAll("*", "[^/]*").replaceAll("?", "[^/]")}/`;
    })
    .join("");
  const regexp = new RegExp(`^${source}$`);
  return { test: (path) => regexp.test(path === "" ? "" : `${path}/`) };
}

test("a plain path is told from a glob", () => {
  expect([isLiteralPath("/w/a b.txt"), isLiteralPath("/w/a*"), isLiteralPath("/w/{a,b}")]).toEqual([
    true,
    false,
    false,
  ]);
});
