// Prevents: a tool whose description or schema a model or a provider cannot use, found only when it is in use.
import { expect, test } from "vitest";
import type { ToolDefinition } from "@wield/core";
import wordCount from "../../fixtures/good-tools/word-count.ts";
import dear from "../../fixtures/wrong-tools/dear.ts";
import emptyObject from "../../fixtures/wrong-tools/empty-object-parameter.ts";
import noVerb from "../../fixtures/wrong-tools/no-verb.ts";
import shortDescription from "../../fixtures/wrong-tools/short-description.ts";
import { checkDefinition } from "./check-tool.ts";
import { isPassed, RUN_CHECKS } from "./finding.ts";

test("a correct definition has nothing but its price", () => {
  const report = checkDefinition(wordCount);
  expect(report.findings).toEqual([
    { check: "price", severity: "info", tool: "word_count", message: "63 tokens" },
  ]);
  expect([...report.skipped.keys()]).toEqual(RUN_CHECKS);
});

test.each<[string, ToolDefinition, RegExp]>([
  ["contract", noVerb, /no verb/],
  ["contract", shortDescription, /7 characters; say in at least 20/],
  ["providers", emptyObject, /^Google refuses options: properties is empty$/],
])("a definition that fails %s says why", (check, tool, message) => {
  const report = checkDefinition(tool);
  expect(report.findings).toContainEqual({
    check,
    severity: "fail",
    tool: tool.name,
    message: expect.stringMatching(message),
  });
  expect(isPassed(report)).toBe(false);
});

test("the price is reported, and a hint is given above 600 tokens", () => {
  const report = checkDefinition(dear);
  expect(report.findings).toEqual([
    expect.objectContaining({
      check: "price",
      severity: "warn",
      message: expect.stringMatching(/^6\d\d tokens on every step/),
    }),
  ]);
  expect(isPassed(report)).toBe(true);
});

test.each([
  ["Read a file of the workspace.", true],
  ["Reads, writes and copies files.", true],
  ["This one is for stopping a server.", true],
  ["The state of the list and its use.", false],
  ["Something for a file, or the other thing.", false],
])("a verb is told from a noun: %s", (description, hasVerb) => {
  const report = checkDefinition({ ...wordCount, description });
  expect(isPassed(report)).toBe(hasVerb);
});
