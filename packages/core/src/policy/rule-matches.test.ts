// Prevents: a rule that is read too wide when it allows or too narrow when it forbids.
import { expect, test } from "vitest";
import type { Effect } from "../effects/effect.ts";
import { guardedWith, WORKSPACE } from "../testing/guarded-call-fixture.ts";
import type { GuardedCall } from "./guard.ts";
import { narrowestRule } from "./narrowest-rule.ts";
import type { PermissionRule, RuleMatch } from "./permission-rule.ts";
import { allows, concernsFiles, pathFits, restricts } from "./rule-matches.ts";

const write = (path: string): Effect => ({ kind: "write", path });
const read = (path: string): Effect => ({ kind: "read", path });
const deny = (match: RuleMatch, tool?: string): PermissionRule => ({
  action: "deny",
  match,
  ...(tool === undefined ? {} : { tool }),
});
const allow = (match: RuleMatch): PermissionRule => ({ action: "allow", match });

test.each([
  [".env", "/w/.env", true],
  [".env", "/w/sub/.env", false],
  ["**/.env", "/w/sub/.env", true],
  ["secrets", "/w/secrets/a/b", true],
  ["secrets/", "/w/secrets/a", true],
  ["./secrets//", "/w/secrets/a", true],
  ["src/../.env", "/w/.env", true],
  ["../w2/**", "/w2/a", true],
  ["..", "/etc", true],
  [".", "/w/a", true],
  ["/etc/**", "/etc/passwd", true],
  ["/etc", "/etc/passwd", true],
  ["/", "/anything", true],
  ["~", "/home/me/x", true],
  ["~/.ssh", "/home/me/.ssh/id", true],
  ["~other", "/home/other", false],
  ["**/../x", "/w/a/../x", true],
])("a restriction of %s and the path %s: %s", (glob, real, isCovered) => {
  expect(pathFits(glob, real, { workspace: WORKSPACE, isAllow: false })).toBe(isCovered);
});

test("a permission holds for what it names, not for what is in it", () => {
  const fits = (glob: string, real: string) => pathFits(glob, real, { workspace: WORKSPACE, isAllow: true });
  expect(fits("src", "/w/src/a")).toBe(false);
  expect(fits("src/**", "/w/src/a")).toBe(true);
  expect(fits("src/a", "/w/src/a")).toBe(true);
  expect(fits(".", "/w/a")).toBe(false);
});

test("a workspace whose own name looks like a glob is taken by its letters", () => {
  for (const root of ["/home/{a,b}", "/home/*", "/home/a?b"]) {
    const workspace = { ...WORKSPACE, root, home: root };
    expect(pathFits(".env", `${root}/.env`, { workspace, isAllow: false })).toBe(true);
    expect(pathFits("~/.env", `${root}/.env`, { workspace, isAllow: false })).toBe(true);
    expect(pathFits(".env", "/home/axb/.env", { workspace, isAllow: false })).toBe(false);
  }
});

test.each<[match: RuleMatch, effect: Effect, isMatch: boolean]>([
  [{ effect: "write" }, write("/w/a"), true],
  [{ effect: "write" }, read("/w/a"), false],
  [{ path: "a" }, read("/w/a"), true],
  [{ path: "a", effect: "delete" }, write("/w/a"), false],
  [{ host: "*.example.com" }, { kind: "connect", host: "API.Example.com", port: 443 }, true],
  [{ host: "example.com" }, { kind: "connect", host: "example.com.evil.org", port: 443 }, false],
  [{ host: "*" }, write("/w/a"), false],
  [{ server: "web*" }, { kind: "run", command: "ls", backend: "web1" }, true],
  [{ server: "web*" }, { kind: "run", command: "ls" }, false],
  [{ read_only: true }, { kind: "run", command: "ls", readOnly: true }, true],
  [{ read_only: true }, { kind: "run", command: "ls" }, false],
  [{ read_only: false }, { kind: "run", command: "ls" }, true],
  [{ command: "ls *" }, { kind: "run", command: "rm -rf /" }, true],
  [{ command: "ls" }, write("/w/a"), false],
  [{ caller: "agent" }, write("/w/a"), true],
  [{ caller: "mcp" }, write("/w/a"), false],
  [{ surface: "terminal", path: "a" }, write("/w/a"), true],
  [{ surface: "web", path: "a" }, write("/w/a"), false],
])("all keys of a restriction must hold: %j and %j: %s", (match, effect, isMatch) => {
  expect(restricts(deny(match), guardedWith([effect]))).toBe(isMatch);
});

test("one effect is enough to forbid, every changing one is needed to allow", () => {
  const call = guardedWith([write("/w/a"), write("/w/b"), read("/w/c")]);
  expect(restricts(deny({ path: "b" }), call)).toBe(true);
  expect(allows([allow({ path: "a" })], call)).toBe(false);
  expect(allows([allow({ path: "a" }), allow({ path: "b" })], call)).toBe(true);
  expect(allows([allow({ path: "a" }), deny({ path: "b" })], call)).toBe(false);
  expect(allows([], guardedWith([]))).toBe(false);
});

test("no allow rule covers a command that nobody has parsed", () => {
  const call = guardedWith([{ kind: "run", command: "ls", readOnly: true }]);
  expect(allows([allow({ command: "ls" })], call)).toBe(false);
  expect(allows([{ action: "allow", tool: "probe" }], call)).toBe(true);
});

test("a rule for a tool holds for that tool, and * for any", () => {
  const call = guardedWith([write("/w/a")]);
  const rule = (tool: string): PermissionRule => ({ tool, action: "deny" });
  expect(["probe", "pro*", "*", "other"].map((tool) => restricts(rule(tool), call))).toEqual([
    true,
    true,
    true,
    false,
  ]);
  expect(restricts(deny({ path: "a" }, "other"), call)).toBe(false);
});

test("rules about files are known by their path or effect", () => {
  expect(
    [{ path: "a" }, { effect: "read" }, { effect: "run" }, { host: "x" }, {}].map((match) =>
      concernsFiles(deny(match as RuleMatch)),
    ),
  ).toEqual([true, true, false, false, false]);
});

test("R-007: the rule that is offered covers the one path of the call, and nothing else", () => {
  const offered = (...effects: Effect[]) => narrowestRule("probe", guardedWith(effects).effects);
  const rule = offered(read("/w/a"), write("/w/a"));
  expect(rule).toEqual({ tool: "probe", match: { effect: "write", path: "/w/a" }, action: "allow" });
  expect(allows([rule as PermissionRule], guardedWith([write("/w/a")]))).toBe(true);
  expect(allows([rule as PermissionRule], guardedWith([write("/w/a/b")]))).toBe(false);
  expect(allows([rule as PermissionRule], guardedWith([{ kind: "delete", path: "/w/a" }]))).toBe(false);
  expect(offered({ kind: "opaque", label: "probe" })).toEqual({ tool: "probe", action: "allow" });
  const none: GuardedCall["effects"][number]["effect"][][] = [
    [write("/w/a"), write("/w/b")],
    [write("/w/*")],
    [write("/w/{a,b}")],
    [read("/w/a")],
    [{ kind: "run", command: "ls" }],
    [{ kind: "todo", list: "l", changes: true }],
  ];
  for (const effects of none) expect(offered(...effects)).toBeUndefined();
});
