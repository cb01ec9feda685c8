// Prevents: completion that offers what cannot be typed there, or hides what can.
import { expect, test } from "vitest";
import * as z from "zod";
import { defineTool, ok } from "@wield/core";
import { commonBeginning, completionAt } from "./completion.ts";
import type { CompletionWorld } from "./completion.ts";

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

const WORLD: CompletionWorld = {
  commands: [
    { name: "help", form: "", about: "help" },
    { name: "tools", form: "[NAME]", about: "tools", values: ({ tools }) => tools.keys() },
    { name: "toolset", form: "[NAME]", about: "set", values: ({ toolsets }) => toolsets },
  ],
  tools: new Map([
    ["glob", { tool }],
    ["grep", { tool }],
  ]),
  toolsets: ["coding", "minimal"],
  models: [],
  takesCalls: true,
  listFolder: (path) => ({ "": ["src/", "README.md", ".git/"], "src/": ["start.ts", "Stop.ts"] })[path] ?? [],
};
const offered = (text: string, world: Partial<CompletionWorld> = {}): readonly string[] =>
  completionAt(text, text.length, { ...WORLD, ...world }).candidates.map((candidate) => candidate.text);

test("the first word is a tool where calls are typed, or a slash command", () => {
  expect(offered("g")).toEqual(["glob ", "grep "]);
  expect(offered("g", { takesCalls: false })).toEqual([]);
  expect(offered("/h")).toEqual(["/help"]);
  expect(offered("/to")).toEqual(["/tools ", "/toolset "]);
  expect(offered("/etc/pa")).toEqual([]);
});

test("further words are the tool's parameters that are not given yet, and their values", () => {
  expect(offered("grep pa")).toEqual(["pattern=", "path="]);
  expect(offered("grep pattern=x pa")).toEqual(["path="]);
  expect(offered('grep pattern:="x" pa')).toEqual(["path="]);
  expect(offered("grep output_mode=c")).toEqual(["output_mode=content ", "output_mode=count "]);
  expect(offered("grep multiline=")).toEqual(["multiline=false ", "multiline=true "]);
  expect(offered("grep constructor=")).toEqual([]);
});

test("slash commands complete their values", () => {
  expect(offered("/toolset m")).toEqual(["minimal"]);
  expect(offered("/tools gr")).toEqual(["grep"]);
  expect(offered("/nope x")).toEqual([]);
});

test("@ names files of the workspace, in any case, hidden ones when they are asked for", () => {
  expect(offered("see @")).toEqual(["@src/", "@README.md"]);
  expect(offered("see @.")).toEqual(["@.git/"]);
  expect(offered("see @src/st")).toEqual(["@src/start.ts", "@src/Stop.ts"]);
  expect(offered("@gone/x")).toEqual([]);
});

test("the word before the cursor is completed, not the end of the line", () => {
  const { from, candidates } = completionAt("look @re here", 8, WORLD);
  expect({ from, texts: candidates.map(({ text }) => text) }).toEqual({ from: 5, texts: ["@README.md"] });
  expect(commonBeginning(completionAt("/to", 3, WORLD).candidates)).toBe("/tools");
});
