// Prevents: a pattern that matches something else than it says, or takes longer the more cunning it is.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { parsePathPattern } from "./path-pattern.ts";
import type { PathPattern, PathPatternRules } from "./path-pattern.ts";

const GLOB: PathPatternRules = { hasBraces: true, matchesDots: false, hasStrayGlobstar: true };

function parsed(pattern: string, rules: Partial<PathPatternRules> = {}): PathPattern {
  const outcome = parsePathPattern(pattern, { ...GLOB, ...rules });
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome.value;
}

const cases: readonly (readonly [pattern: string, matching: readonly string[], other: readonly string[]])[] =
  [
    ["a.ts", ["a.ts"], ["b/a.ts", "a.tsx", "a", ""]],
    ["*.ts", ["a.ts", "b.c.ts"], ["a/b.ts", ".ts", ".a.ts"]],
    ["**/*.ts", ["a.ts", "a/b.ts", "a/b/c.ts"], [".a/b.ts", "a/.b.ts", "a.tsx"]],
    ["src/**", ["src/a", "src/a/b"], ["src", "src/.a", "src/a/.b", "srcs/a"]],
    ["**", ["a", "a/b"], [".a", "a/.b"]],
    ["a/**/b", ["a/b", "a/x/b", "a/x/y/b"], ["ab", "a/xb", "a/.x/b"]],
    ["**/**/**/a", ["a", "x/a", "x/y/z/a"], ["xa"]],
    ["a**z", ["az", "a/z", "a/b/cz"], ["a/.z", "b/z"]],
    ["a**/z", ["a/z", "ab/z", "a/b/c/z"], ["az"]],
    ["***", ["a", "a/b"], [".a"]],
    ["a?c", ["abc", "a\u{1F600}c"], ["ac", "a/c", "abbc"]],
    ["?", ["a"], [".", "/"]],
    ["[a-c]x", ["ax", "cx"], ["dx", "x"]],
    ["[!a-c]x", ["dx", "\u00E9x"], ["ax", ".x", "/x"]],
    ["[^a]", ["b"], ["a"]],
    ["[]a]", ["]", "a"], ["b"]],
    ["[!]a]", ["b"], ["]", "a"]],
    ["[a-]", ["a", "-"], ["b"]],
    ["[\\]]", ["]"], ["\\"]],
    ["[/]", [], ["/"]],
    ["a[", ["a["], ["a"]],
    ["[]", ["[]"], []],
    ["{a,b}", ["a", "b"], ["{a,b}"]],
    ["{a,b}/{c,d}", ["a/c", "b/d"], ["a/b"]],
    ["{a,{b,c}d}.x", ["a.x", "bd.x", "cd.x"], ["b.x"]],
    ["{a}", ["a"], ["{a}"]],
    ["{}", ["{}"], [""]],
    ["x{,y}", ["x", "xy"], []],
    ["{a,b", ["{a,b"], ["a"]],
    ["a}", ["a}"], ["a"]],
    ["{a,b}}", ["a}", "b}"], []],
    ["{[,],x}", [",", "x"], ["["]],
    ["{**/,}a", ["a", "b/a"], ["ba"]],
    ["\\{a,b\\}", ["{a,b}"], ["a"]],
    ["{a\\,b,c}", ["a,b", "c"], ["a"]],
    ["\\*", ["*"], ["a"]],
    ["a\\", ["a\\"], ["a"]],
    [".*", [".a"], ["a"]],
    ["**/.env", [".env", "a/.env"], ["a/b.env", ".a/.env"]],
    ["*/.a", ["b/.a"], [".b/.a"]],
    [".a/*", [".a/b"], [".a/.b"]],
    ["\u{1F600}*", ["\u{1F600}x"], ["x"]],
  ];

test.each(cases)("%s matches %j and not %j", (pattern, matching, other) => {
  const { matches } = parsed(pattern);
  for (const path of matching) expect(matches(path), path).toBe(true);
  for (const path of other) expect(matches(path), path).toBe(false);
});

test("wildcards match a leading dot where they are told to", () => {
  const rules = { matchesDots: true };
  for (const path of [".env", "a/.env", "a.env"]) expect(parsed("**/*.env", rules).matches(path)).toBe(true);
});

test("in ignore files braces are characters, and two stars in a name are one", () => {
  const rules = { hasBraces: false, matchesDots: true, hasStrayGlobstar: false };
  expect(parsed("{a,b}", rules).matches("{a,b}")).toBe(true);
  expect(parsed("a**z", rules).matches("abz")).toBe(true);
  expect(parsed("a**z", rules).matches("a/z")).toBe(false);
  expect(parsed("a/**", rules).matches("a/b/c")).toBe(true);
});

/** The same by trying again, for short patterns without braces and classes. */
function slowMatch(pattern: string, path: string, before = "/"): boolean {
  if (pattern === "") return path === "";
  const isHidden = before === "/" && path.startsWith(".");
  const [sign = ""] = pattern;
  const rest = pattern.slice(1);
  if (/^\*\*+\//.test(pattern) && before === "/") {
    const behind = pattern.replace(/^\*\*+\//, "");
    if (slowMatch(behind, path, "/")) return true;
    const end = path.indexOf("/");
    return end > 0 && !isHidden && slowMatch(pattern, path.slice(end + 1), "/");
  }
  if (sign === "*") {
    const behind = pattern.replace(/^\*+/, "");
    const crosses = behind.length < pattern.length - 1;
    // A written dot behind a star is not the start of a name.
    if (
      !(isHidden && behind.startsWith(".")) &&
      slowMatch(behind, path, path === "" || before !== "/" ? before : "*")
    )
      return true;
    if (path === "" || isHidden || (path.startsWith("/") && !crosses)) return false;
    return slowMatch(pattern.slice(0, pattern.length - behind.length) + behind, path.slice(1), path[0]);
  }
  if (path === "") return false;
  if (sign === "?") return !path.startsWith("/") && !isHidden && slowMatch(rest, path.slice(1), path[0]);
  return path.startsWith(sign) && slowMatch(rest, path.slice(1), path[0]);
}

test("what it matches is what trying again would match", () => {
  const piece = fc.constantFrom("a", "b", "*", "?", "a*", "*b", "a?b");
  const segments = fc.array(fc.oneof(piece, fc.constant("**")), { minLength: 1, maxLength: 4 });
  const paths = fc.array(fc.constantFrom("a", "b", "ab", "aab", ".a"), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(segments, paths, (pattern, path) => {
      const text = pattern.join("/");
      // At the end two stars match anything, which the slow way tells by crossing.
      expect(parsed(text).matches(path.join("/")), `${text} on ${path.join("/")}`).toBe(
        slowMatch(text, path.join("/")),
      );
    }),
    { numRuns: 3000 },
  );
});

test("a path in pieces matches like the whole, and what is dead stays dead", () => {
  const text = fc.array(fc.constantFrom("a", "b", "/", ".", "*", "**", "?", "[ab]", "{a,b}"), {
    maxLength: 8,
  });
  const path = fc.array(fc.constantFrom("a", "b", "/", "."), { maxLength: 10 });
  fc.assert(
    fc.property(text, path, fc.nat(10), (pattern, signs, cut) => {
      const { advance, matches, start } = parsed(pattern.join(""));
      const whole = signs.join("");
      const half = advance(start, whole.slice(0, cut));
      const end = advance(half, whole.slice(cut));
      expect(end.isMatch).toBe(matches(whole));
      if (half.isDead) expect(end.isMatch).toBe(false);
    }),
    { numRuns: 2000 },
  );
});

test("no pattern takes longer than its length times the path's", () => {
  const path = `${"a".repeat(2000)}/${"a".repeat(2000)}`;
  const started = performance.now();
  for (const pattern of [
    "*a".repeat(200),
    "**a".repeat(200),
    "?*".repeat(200),
    "**/".repeat(200),
    "[a-z]*".repeat(200),
  ]) {
    expect(parsed(`${pattern}b`).matches(path)).toBe(false);
  }
  expect(performance.now() - started).toBeLessThan(20_000);
});

test("braces that stand for too much are refused at once, however they are nested", () => {
  const started = performance.now();
  expect(parsed("{a,b}".repeat(8)).alternatives).toHaveLength(256);
  for (const pattern of ["{a,b}".repeat(9), "{a,b}".repeat(800), `${"{a,".repeat(400)}b${"}".repeat(400)}`]) {
    const outcome = parsePathPattern(pattern, GLOB);
    expect(outcome).toMatchObject({ ok: false, code: "invalid_pattern" });
  }
  expect(parsePathPattern("x".repeat(5000), GLOB).ok).toBe(false);
  expect(performance.now() - started).toBeLessThan(20_000);
});

test("only alternatives that write a path out name it", () => {
  const pattern = parsed("{dist/*.js,**/*.ts,out,src/a/b.ts}");
  expect(pattern.naming("dist")?.alternatives).toEqual(["dist/*.js"]);
  expect(pattern.naming("out")?.alternatives).toEqual(["out"]);
  expect(pattern.naming("src/a")?.alternatives).toEqual(["src/a/b.ts"]);
  for (const path of ["dis", "di", "dist/x.js", "src/a/b", "other"])
    expect(pattern.naming(path)).toBeUndefined();
});
