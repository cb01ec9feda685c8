// Prevents: a file made under a name that carries Markdown, and a plain unusual name taken for decorated.
import { expect, test } from "vitest";
import { undecorated } from "./undecorated.ts";

test.each([
  ["**a.js**", "a.js"],
  ["`a.js`", "a.js"],
  ["```a.js```", "a.js"],
  ['"a.js"', "a.js"],
  ["'a.js'", "a.js"],
  ["\u201Ca.js\u201D", "a.js"],
  ["<a.js>", "a.js"],
  ["### a.js", "a.js"],
  ["- a.js", "a.js"],
  ["> a.js", "a.js"],
  ["a.js\n", "a.js"],
  [" a.js\t", "a.js"],
  ["\u00A0a.js", "a.js"],
  ["**`src/a.js`**\n", "src/a.js"],
  ["[a.js](src/a.js)", "src/a.js"],
  ["file:///tmp/a%20b.js", "/tmp/a b.js"],
  ["file://a%ZZ", "a%ZZ"],
  ["file:a.js", "a.js"],
  ["` `", ""],
  ['""', ""],
])("%j is %j decorated", (path, clean) => {
  expect(undecorated(path)).toBe(clean);
});

test.each([
  "a.js",
  "__init__.py",
  "__tests__/a b.js",
  "(group)/page.tsx",
  "[slug]/page.tsx",
  "src/**/*.ts",
  "it's here/it's.txt",
  "#notes.md",
  "-rf",
  "a*b",
  "*.test.*",
  "**",
  "****",
  "~/x",
  "*",
  "'",
])("%j is plain", (path) => {
  expect(undecorated(path)).toBe(path);
});
