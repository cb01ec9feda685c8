// Prevents: a misspelt toolset taken for the default, and a misspelt tool name that switches nothing off.
import { expect, test } from "vitest";
import { matchesNamePattern } from "./toolset-entry.ts";
import { toolsetFaults, unknownToolNames } from "./toolset-faults.ts";
import { BUILT_IN_TOOLSET_NAMES } from "./toolsets.data.ts";

const own = (sets: Record<string, { include?: string[]; exclude?: string[] }>) =>
  new Map(Object.entries(sets).map(([name, { include = [], exclude = [] }]) => [name, { include, exclude }]));

const texts = (sets: ReturnType<typeof own>) => toolsetFaults({ own: sets }, sets).map((fault) => fault.text);

test("C-024: an unknown toolset is a fault wherever it is named", () => {
  const said = {
    toolset: "codign",
    platformToolsets: new Map([["web", "reserch"]] as const),
    enabled: ["@mine", "@brwser"],
    disabled: ["@defalt"],
  };
  const faults = toolsetFaults(said, own({ mine: {} }));
  expect(faults.map((fault) => fault.path)).toEqual([
    ["tools", "toolset"],
    ["tools", "platform_toolsets", "web"],
    ["tools", "enabled", 1],
    ["tools", "disabled", 0],
  ]);
  expect(faults[0]?.text).toContain('unknown toolset "codign"; did you mean "coding"?');
  expect(faults[0]?.text).toContain("all, browser, coding, default, mine, minimal, notebook, research");
});

test("known sets, the operator's own among them, are no fault", () => {
  const sets = own({
    mine: { include: ["@coding", "@other", "grep"] },
    other: { exclude: ["@all"] },
  });
  expect(toolsetFaults({ toolset: "mine", enabled: ["@default", "x*"], own: sets }, sets)).toEqual([]);
});

test("a built-in toolset keeps its meaning", () => {
  for (const name of BUILT_IN_TOOLSET_NAMES) {
    expect(texts(own({ [name]: {} }))).toEqual([
      `the built-in toolset "${name}" cannot be given another meaning`,
    ]);
  }
});

test("a name that cannot be one is refused", () => {
  for (const name of ["Mine", "1st", "", "a b", "x".repeat(33), "@x"]) {
    expect(texts(own({ [name]: {} }))[0]).toContain("cannot name a toolset");
  }
  expect(texts(own({ "my-set_2": {} }))).toEqual([]);
});

test("sets that hold each other are named as a chain", () => {
  const sets = own({
    a: { include: ["@b"] },
    b: { exclude: ["@c"] },
    c: { include: ["@a"] },
    d: { include: ["@a"] },
  });
  expect(texts(sets)).toEqual([
    "toolsets hold each other: a → b → c → a",
    "toolsets hold each other: b → c → a → b",
    "toolsets hold each other: c → a → b → c",
  ]);
  expect(texts(own({ self: { include: ["@self"] } }))).toEqual(["toolsets hold each other: self → self"]);
});

test("C-024: a misspelt tool name is warned about with the nearest", () => {
  const warnings = unknownToolNames(
    {
      enabled: ["Grep2", "glob"],
      disabled: ["read_fil"],
      own: own({ mine: { include: ["vps_*"], exclude: ["zzz"] } }),
    },
    new Set(["read_file", "grep", "glob"]),
  );
  expect(warnings.map(({ path, text }) => `${path.join(".")}: ${text}`)).toEqual([
    'tools.enabled.0: no tool is called "Grep2"; did you mean "grep"?',
    'tools.disabled.0: no tool is called "read_fil"; did you mean "read_file"?',
    'toolsets.mine.include.0: the pattern "vps_*" matches no tool',
    'toolsets.mine.exclude.0: no tool is called "zzz"',
  ]);
});

test("names of MCP tools wait for their server", () => {
  expect(unknownToolNames({ disabled: ["mcp__github__delete", "mcp__*"] }, new Set())).toEqual([]);
});

const fits = (pattern: string, name: string) => matchesNamePattern(name, pattern);

test("a star stands for any characters, the rest for itself", () => {
  expect(
    ["*", "read_*", "*_file", "r*f*e", "read_file*", "**"].filter((pattern) => fits(pattern, "read_file")),
  ).toHaveLength(6);
  expect(
    ["read", "*read", "r*x*e", "read_file?", "read_*_file", "*file_*"].filter((pattern) =>
      fits(pattern, "read_file"),
    ),
  ).toEqual([]);
  expect(fits("ab*ba", "aba")).toBe(false);
  expect(fits("*ab*ab", "xab")).toBe(false);
});

test("a pattern built to be slow is not", () => {
  expect(matchesNamePattern("a".repeat(64), `${"*a".repeat(5000)}*b`)).toBe(false);
});
