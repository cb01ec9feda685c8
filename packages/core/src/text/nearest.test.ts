// Prevents: a suggestion that misleads, and a long name that stops the process.
import { expect, test } from "vitest";
import { editDistance, nearestName, nearNames, squash } from "./nearest.ts";

const tools = [
  "edit_file",
  "glob",
  "grep",
  "list_files",
  "read_file",
  "terminal",
  "web_search",
  "write_file",
];

test.each([
  ["read_fil", "read_file"],
  ["Read-File", "read_file"],
  ["raed_file", "read_file"],
  ["grpe", "grep"],
  ["search_web", "web_search"],
  ["websearch", "web_search"],
  ["term", "terminal"],
  ["EditFile", "edit_file"],
])("%s is nearest to %s", (name, near) => {
  expect(nearestName(name, tools)).toBe(near);
});

test.each(["", "x", "zzzzzz", "\u0000", "日本"])("nothing is near to %j", (name) => {
  expect(nearestName(name, tools)).toBeUndefined();
});

test("C-012: the nearest comes first, at most five are given", () => {
  expect(nearNames("read_fil", tools)[0]).toBe("read_file");
  expect(nearNames("file", [...tools, "file_a", "file_b", "file_c"])).toHaveLength(5);
});

test("a distance counts a swap once and stops at its limit", () => {
  expect([editDistance("ab", "ba"), editDistance("", "abc"), editDistance("same", "same")]).toEqual([
    1, 3, 0,
  ]);
  expect(editDistance("abcdefghij", "klmnopqrst", 3)).toBe(4);
  expect(squash("Read-File.x: y")).toBe("readfilexy");
});

test("a name of a million characters is answered at once", () => {
  const startedAt = performance.now();
  expect(nearNames("a_".repeat(500_000), tools)).toEqual([]);
  expect(performance.now() - startedAt).toBeLessThan(20_000);
});
