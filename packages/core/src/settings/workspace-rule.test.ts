// Prevents: a folder somebody downloaded loosening what its owner has set.
import { expect, test } from "vitest";
import {
  adds,
  addsKeys,
  addsSome,
  narrowsFolders,
  onlyStricter,
  onlyStricterByKey,
  personOnly,
  replaces,
  replacesKeys,
} from "./workspace-rule.ts";

const MODES = ["auto", "prompt", "deny"];

test("a looser value is not used and named, a stricter one holds", () => {
  const rule = onlyStricter(MODES);
  expect(rule.combine("prompt", "auto")).toEqual({
    value: "prompt",
    unused: [{ path: [], reason: 'a workspace cannot loosen "prompt"' }],
  });
  expect(rule.combine("prompt", "deny")).toEqual({ value: "deny", unused: [] });
  expect(rule.combine("prompt", "prompt").unused).toEqual([]);
});

test("by key each value is judged alone", () => {
  const { value, unused } = onlyStricterByKey(MODES).combine(
    { telegram: "prompt", web: "auto" },
    { telegram: "auto", web: "deny", api: "prompt" },
  );
  expect(value).toEqual({ telegram: "prompt", web: "deny", api: "prompt" });
  expect(unused.map(({ path }) => path)).toEqual([["telegram"]]);
});

test("a key named like something every object has is a key like any other", () => {
  const { value } = onlyStricterByKey(MODES).combine({}, { constructor: "prompt" });
  expect(Object.entries(value)).toEqual([["constructor", "prompt"]]);
});

test("of a list only the items that tighten are added", () => {
  const rule = addsSome<string>((item) => (item === "allow" ? "no" : undefined));
  expect(rule.combine(["ask"], ["deny", "allow", "ask"])).toEqual({
    value: ["ask", "deny", "ask"],
    unused: [{ path: [1], reason: "no" }],
  });
});

test("what concerns the whole home is never the workspace's", () => {
  expect(personOnly<number>().combine(90, 1)).toMatchObject({ value: 90, unused: [{ path: [] }] });
});

test("folders count inside one of the person's, by whole names", () => {
  const { value, unused } = narrowsFolders().combine(
    ["/data", "/srv/x"],
    ["/data/in", "/database", "/srv", "/srv/x"],
  );
  expect(value).toEqual(["/data/in", "/srv/x"]);
  expect(unused.map(({ path }) => path)).toEqual([[1], [2]]);
  expect(narrowsFolders().combine(["/"], ["/etc"]).value).toEqual(["/etc"]);
  expect(narrowsFolders().combine(["/data"], []).value).toEqual([]);
});

test("preferences replace, lists and maps add up, and names of the person keep their meaning", () => {
  expect(replaces<string>().combine("a", "b").value).toBe("b");
  expect(adds<string>().combine(["a", "b"], ["b", "c"]).value).toEqual(["a", "b", "c"]);
  expect(replacesKeys<number>().combine({ a: 1, b: 2 }, { b: 3 }).value).toEqual({ a: 1, b: 3 });
  expect(addsKeys<number>().combine({ a: 1 }, { a: 2, b: 3 })).toMatchObject({
    value: { a: 1, b: 3 },
    unused: [{ path: ["a"] }],
  });
});
