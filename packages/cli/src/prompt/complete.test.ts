// Prevents: completion that offers what cannot be typed there, or hides what can.
import { expect, test } from "vitest";
import * as z from "zod";
import { defineTool, ok } from "@wield/core";
import { complete } from "./complete.ts";

const tool = defineTool({
  name: "grep",
  description: "Finds lines.",
  input: z.strictObject({
    pattern: z.string().describe("What to find."),
    path: z.string().optional().describe("Where."),
    output_mode: z.enum(["content", "count"]).optional().describe("What to show."),
    multiline: z.boolean().optional().describe("Across lines."),
  }),
  mutates: false,
  run: () => ok("done"),
});
const offered = (line: string) =>
  complete(line, {
    tools: new Map([
      ["glob", { tool }],
      ["grep", { tool }],
    ]),
    toolsets: ["coding", "minimal"],
  })[0];

test("the first word is a tool or a slash command", () => {
  expect(offered("g")).toEqual(["glob ", "grep "]);
  expect(offered("gr")).toEqual(["grep "]);
  expect(offered("/q")).toEqual(["/quit"]);
  expect(offered("/to")).toEqual(["/tools ", "/toolset "]);
});

test("further words are the tool's parameters that are not given yet", () => {
  expect(offered("grep pa")).toEqual(["pattern=", "path="]);
  expect(offered("grep pattern=x pa")).toEqual(["path="]);
  expect(offered('grep pattern:="x" pa')).toEqual(["path="]);
});

test("a value is completed where the values are known", () => {
  expect(offered("grep output_mode=c")).toEqual(["output_mode=content ", "output_mode=count "]);
  expect(offered("grep multiline=")).toEqual(["multiline=false ", "multiline=true "]);
  expect(offered("grep pattern=")).toEqual([]);
  expect(offered("grep constructor=")).toEqual([]);
});

test("slash commands complete their values", () => {
  expect(offered("/toolset m")).toEqual(["minimal"]);
  expect(offered("/approval ")).toEqual(["auto", "deny", "prompt"]);
  expect(offered("/tools gr")).toEqual(["grep"]);
  expect(offered("unknown wo")).toEqual([]);
});
