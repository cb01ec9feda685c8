// Prevents: a model that is told to use a tool it does not have, and a description that loses what it is about.
import { expect, test } from "vitest";
import { textForActive } from "./text-for-active.ts";
import type { NamedTools } from "./text-for-active.ts";

function without(...names: readonly string[]): NamedTools {
  return { inactive: new Set(names) };
}

const READ =
  "Read a file. Lines starting with … are the tool's; never use them in edit_file. To find something use grep; for folders use list_files.";

test("C-026: a clause that sends to a tool which is not offered is left out, and the rest still reads well", () => {
  expect(textForActive(READ, without())).toBe(READ);
  expect(textForActive(READ, without("edit_file", "grep"))).toBe(
    "Read a file. Lines starting with … are the tool's. For folders use list_files.",
  );
  expect(textForActive(READ, without("edit_file", "grep", "list_files"))).toBe(
    "Read a file. Lines starting with … are the tool's.",
  );
  expect(textForActive("Find files. To find by name use glob, by content grep.", without("grep"))).toBe(
    "Find files.",
  );
});

test("C-026: a word that is also the name of a tool is a word, and the first clause stays", () => {
  const text = "Keep a fact in memory. It outlives the process; one task per call.";
  expect(textForActive(text, without("memory", "process", "task"))).toBe(text);
  expect(textForActive("Look after commands that run_command started.", without("run_command"))).toBe(
    "Look after commands that run_command started.",
  );
});
