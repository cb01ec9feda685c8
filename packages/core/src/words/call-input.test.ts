// Prevents: an argument typed in a shell that reaches the tool with another type or text than the person meant.
import { expect, test } from "vitest";
import * as z from "zod";
import { defineTool } from "../contract/define-tool.ts";
import { fail, ok, value } from "../contract/result.ts";
import { callInput } from "./call-input.ts";

const tool = defineTool({
  name: "look",
  description: "Looks at things of every type.",
  input: z.strictObject({
    path: z.string().describe("A text."),
    limit: z.int().optional().describe("A whole number."),
    ratio: z.number().optional().describe("A number."),
    deep: z.boolean().optional().describe("A switch."),
    names: z.array(z.string()).optional().describe("A list."),
    at: z
      .strictObject({ x: z.int().describe("A place.") })
      .optional()
      .describe("An object."),
  }),
  mutates: false,
  aliases: { max: "limit" },
  run: () => ok("done"),
});

const FILES = new Map([
  ["note.txt", "line one\nline=two\n"],
  ["names.json", '["a", "b"]'],
]);

function input(...words: string[]): unknown {
  const made = callInput(words, {
    tool,
    readFile: (path) => {
      const text = FILES.get(path);
      return text === undefined ? fail("no_such_file", `there is no file ${path}`) : value(text);
    },
  });
  return made.ok ? made.value : made.message;
}

test("a value is read as its parameter's type", () => {
  expect(input("path=5", "limit=5", "ratio=-1.5e3", "deep=TRUE")).toEqual({
    path: "5",
    limit: 5,
    ratio: -1500,
    deep: true,
  });
  expect(input('names=["a","b"]', 'at={"x":1}')).toEqual({ names: ["a", "b"], at: { x: 1 } });
});

test("text for a text parameter is never touched", () => {
  for (const text of ["[1]", "{}", "true", "null", " x ", "", "a=b=c"])
    expect(input(`path=${text}`)).toEqual({ path: text });
});

test("a value that is not of its type goes on as text, for the pipeline to refuse", () => {
  expect(input("limit=5x", "deep=yes", "names=a,b", "at=[1]")).toEqual({
    limit: "5x",
    deep: "yes",
    names: "a,b",
    at: "[1]",
  });
  expect(input("limit=12345678901234567890")).toEqual({ limit: "12345678901234567890" });
  expect(input("limit=0x10", "ratio=")).toEqual({ limit: "0x10", ratio: "" });
});

test("a word is parted at its first equals sign", () => {
  expect(input("path=a=b", "path2==")).toEqual({ path: "a=b", path2: "=" });
});

test("an accepted misspelling has the type of the real parameter", () => {
  expect(input("max=7")).toEqual({ max: 7 });
});

test("key=@FILE takes the text of the file, as the parameter's type", () => {
  expect(input("path=@note.txt", "names=@names.json")).toEqual({
    path: "line one\nline=two\n",
    names: ["a", "b"],
  });
  expect(input("path=@gone")).toBe("path=@gone: there is no file gone");
  expect(input("path=@")).toBe("path=@ names no file");
});

test("key:=JSON is any JSON, whatever the parameter's type", () => {
  expect(input('path:="@x"', "limit:=null", "deep:=[1]")).toEqual({ path: "@x", limit: null, deep: [1] });
  expect(input("path:=abc")).toMatch(/^path:= needs JSON, and "abc" is none/);
});

test("a word that is no pair is refused with what was probably meant", () => {
  const made = callInput(["README.md"], { tool, readFile: () => value("") });
  expect(made).toMatchObject({ ok: false, hint: 'did you mean "path=README.md"?' });
  expect(input("=x")).toMatch(/^"=x" is not a parameter/);
  expect(input(":=1")).toMatch(/^":=1" is not a parameter/);
});

test("a parameter given twice is refused, not overwritten", () => {
  expect(input("path=a", "path=b")).toBe('the parameter "path" is given twice');
});

test("a name from outside never reaches a prototype", () => {
  const made = input("__proto__=x", "constructor=y");
  expect(Object.keys(made as object)).toEqual(["__proto__", "constructor"]);
  expect(Object.getPrototypeOf(made)).toBe(Object.prototype);
});
