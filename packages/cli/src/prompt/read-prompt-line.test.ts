// Prevents: prose that runs as a call, and a call that is taken for prose or for another call.
import { expect, test } from "vitest";
import { defineTool, ok } from "@wield/core";
import { readPromptLine } from "./read-prompt-line.ts";

const grep = defineTool({
  name: "grep",
  description: "Finds lines.",
  input: { type: "object", properties: {} },
  mutates: false,
  run: () => ok("done"),
});
const read = (line: string) => readPromptLine(line, (name) => (name === "grep" ? grep : undefined));

test("a tool and its words are a call, split as a shell does", () => {
  expect(read(`grep pattern="a b" path=src`)).toEqual({
    kind: "words",
    tool: "grep",
    words: ["pattern=a b", "path=src"],
  });
  expect(read("  grep  ")).toEqual({ kind: "words", tool: "grep", words: [] });
  expect(read("grep todo")).toEqual({ kind: "words", tool: "grep", words: ["todo"] });
});

test("JSON after a tool's name is its input, untouched", () => {
  expect(read(`grep {"pattern": "it's \\"x\\""}`)).toEqual({
    kind: "json",
    tool: "grep",
    text: `{"pattern": "it's \\"x\\""}`,
  });
  expect(read("grep [1]")).toEqual({ kind: "json", tool: "grep", text: "[1]" });
});

test("an unknown name with parameters is a call too, for the pipeline to answer with near names", () => {
  expect(read("grp pattern=x")).toEqual({ kind: "words", tool: "grp", words: ["pattern=x"] });
  expect(read("Read-File path=x")).toMatchObject({ kind: "words", tool: "Read-File" });
  expect(read(`nope {"a":1}`)).toMatchObject({ kind: "json", tool: "nope" });
});

test("prose is text, whatever stands in it", () => {
  for (const line of [
    "please read the README",
    "what is a=b?",
    "hello",
    "x [1]",
    "it's fine",
    "2=3",
    "don't a=b",
  ])
    expect(read(line)).toEqual({ kind: "text" });
});

test("slash commands are told from paths, a lone slash and a doubled one", () => {
  expect(read("/approve apr_1 always")).toEqual({ kind: "command", name: "approve", rest: "apr_1 always" });
  expect(read("/help")).toEqual({ kind: "command", name: "help", rest: "" });
  for (const line of ["/", "/etc/passwd", "//help", "/path/like this", "/A"])
    expect(read(line)).toEqual({ kind: "text" });
});

test("a quote that is not closed is named, not guessed", () => {
  expect(read("grep pattern='x")).toMatchObject({
    kind: "mistake",
    message: "the quote ' at character 9 is not closed",
  });
});

test("an empty line is nothing", () => {
  expect(read("   ")).toEqual({ kind: "empty" });
});
