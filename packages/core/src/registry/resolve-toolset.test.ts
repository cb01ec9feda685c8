// Prevents: a conversation that has a tool its operator left out or switched off, lacks one it was promised, or
// gets another list on one surface than on the next.
import { expect, test } from "vitest";
import { defineTool } from "../contract/define-tool.ts";
import { ok } from "../contract/result.ts";
import type { ToolDefinition } from "../contract/tool-definition.ts";
import type { RegisteredTool, ToolSourceKind } from "./registry.ts";
import { resolveToolset } from "./resolve-toolset.ts";
import type { ToolsetRequest } from "./toolset-request.ts";
import { DEFAULT_TOOLSET_SETTINGS, type ToolsetSettings } from "./toolset-settings.ts";
import { BUILT_IN_TOOLSETS } from "./toolsets.data.ts";

const SHIPPED = [
  ...new Set([...BUILT_IN_TOOLSETS.values()].flat()),
  "process",
  "task",
  "inspect_tool",
  "read_output",
  "rag_index",
  "vps_run",
  "vps_upload",
  "vps_download",
].toSorted();

function tool(name: string, options: { hasExample?: boolean } = {}): ToolDefinition {
  return defineTool({
    name,
    description: `Does what ${name} does.`,
    input: { type: "object", properties: {} },
    mutates: false,
    examples: options.hasExample === false ? [] : [{ input: {} }],
    run: () => ok("done"),
  });
}

function registered(name: string, source: ToolSourceKind = "built_in", options = {}): RegisteredTool {
  return { tool: tool(name, options), source, origin: source };
}

const ALL_SHIPPED = SHIPPED.map((name) => registered(name));

function settings(change: Partial<ToolsetSettings>): ToolsetSettings {
  return { ...DEFAULT_TOOLSET_SETTINGS, ...change };
}

function resolve(change: Partial<ToolsetSettings>, rest: Partial<ToolsetRequest> = {}) {
  const answer = resolveToolset({
    tools: ALL_SHIPPED,
    settings: settings(change),
    surface: "terminal",
    ...rest,
  });
  if (!answer.ok) throw new Error(answer.message);
  return answer.value;
}

function offered(change: Partial<ToolsetSettings>, rest: Partial<ToolsetRequest> = {}): string[] {
  return [...resolve(change, rest).active.keys()];
}

const own = (sets: Record<string, { include?: string[]; exclude?: string[] }>) =>
  new Map(Object.entries(sets).map(([name, { include = [], exclude = [] }]) => [name, { include, exclude }]));

const nothingStored = (one: ToolDefinition) =>
  one.name === "read_output" ? "nothing was stored" : undefined;

test("C-022: minimal holds four tools, inspect_tool with them, and read_output while something is stored", () => {
  expect(offered({ toolset: "minimal" }, { hiddenReason: nothingStored })).toEqual([
    "grep",
    "inspect_tool",
    "list_files",
    "read_file",
    "todo",
  ]);
  expect(offered({ toolset: "minimal" })).toContain("read_output");
});

test("inspect_tool stays out while no tool of the set has an example", () => {
  const tools = ["read_file", "inspect_tool"].map((name) =>
    registered(name, "built_in", { hasExample: false }),
  );
  expect(offered({ toolset: "minimal" }, { tools })).toEqual(["read_file"]);
});

test("C-023: disabled beats enabled beats the set, and takes the companion along", () => {
  const names = offered({ toolset: "coding", enabled: ["web_search"], disabled: ["terminal"] });
  expect(names).toContain("web_search");
  expect(names).not.toContain("terminal");
  expect(names).not.toContain("process");
  expect(offered({ toolset: "coding", enabled: ["glob"], disabled: ["glob"] })).not.toContain("glob");
});

test("a companion is switched off by its own name while its leader stays", () => {
  const names = offered({ toolset: "coding", disabled: ["process"] });
  expect(names).toContain("terminal");
  expect(names).not.toContain("process");
});

test("a companion that is named itself stays when its leader is off", () => {
  expect(offered({ toolset: "coding", enabled: ["process"], disabled: ["terminal"] })).toContain("process");
});

const noShell = (one: ToolDefinition) => (one.name === "terminal" ? "no backend" : undefined);

test("a companion does not come with a leader that is hidden", () => {
  const tools = resolve({ toolset: "coding" }, { hiddenReason: noShell });
  expect(tools.active.has("process")).toBe(false);
  expect(tools.inactive.get("terminal")).toMatchObject({ cause: "hidden", reason: "no backend" });
  expect(tools.inactive.get("process")?.reason).toContain("comes with terminal");
});

test("C-028: the default set is the four sets and their companions; enabled adds, all is everything", () => {
  const four = ["minimal", "coding", "research", "browser"].flatMap(
    (name) => BUILT_IN_TOOLSETS.get(name) ?? [],
  );
  const expected = [...new Set([...four, "process", "task", "inspect_tool", "read_output"])].toSorted();
  expect(offered({})).toEqual(expected);
  expect(offered({ enabled: ["ask_user"] })).toEqual([...expected, "ask_user"].toSorted());
  expect(offered({ toolset: "all" })).toEqual(SHIPPED);
});

test("what people bring is in default and all, and in no narrower set", () => {
  const tools = [
    ...ALL_SHIPPED,
    registered("hi", "person"),
    registered("ours", "workspace"),
    registered("mine", "embedder"),
  ];
  for (const name of ["hi", "ours", "mine"]) {
    expect(offered({}, { tools })).toContain(name);
    expect(offered({ toolset: "all" }, { tools })).toContain(name);
    expect(offered({ toolset: "coding" }, { tools })).not.toContain(name);
  }
});

const joinsTwo = ({ tool: { name } }: RegisteredTool) => (name === "mcp_tool" ? ["research", "mine"] : []);

test("a tool joins the sets its source names", () => {
  const tools = [...ALL_SHIPPED, registered("mcp_tool", "mcp")];
  const sets = own({ mine: { include: ["grep"] } });
  expect(offered({ toolset: "research" }, { tools, joins: joinsTwo })).toContain("mcp_tool");
  expect(offered({ toolset: "mine", own: sets }, { tools, joins: joinsTwo })).toContain("mcp_tool");
  expect(offered({ toolset: "coding" }, { tools, joins: joinsTwo })).not.toContain("mcp_tool");
});

test("the request beats the session beats the surface beats the setting", () => {
  const said = {
    toolset: "coding",
    platformToolsets: new Map([["terminal", "research"]] as const),
  };
  const request = { name: "minimal", origin: "request" };
  const session = { name: "browser", origin: "session" };
  expect(resolve(said, { request, session })).toMatchObject({
    toolset: "minimal",
    toolsetOrigin: "request",
  });
  expect(resolve(said, { session })).toMatchObject({
    toolset: "browser",
    toolsetOrigin: "session",
  });
  expect(resolve(said)).toMatchObject({
    toolset: "research",
    toolsetOrigin: "tools.platform_toolsets.terminal",
  });
  expect(resolve(said, { surface: "web" })).toMatchObject({
    toolset: "coding",
    toolsetOrigin: "tools.toolset",
  });
});

test("an own set takes names, other sets and patterns, and leaves out what exclude names last", () => {
  const sets = own({
    mine: { include: ["@minimal", "vps_*", "ask_user"], exclude: ["vps_run", "@tiny"] },
    tiny: { include: ["todo"] },
  });
  expect(offered({ toolset: "mine", own: sets, disabled: ["inspect_tool", "read_output"] })).toEqual([
    "ask_user",
    "grep",
    "list_files",
    "read_file",
    "vps_download",
    "vps_upload",
  ]);
});

test("enabled and disabled take sets and patterns too", () => {
  const names = offered({
    toolset: "minimal",
    enabled: ["@browser", "vps_*"],
    disabled: ["*_file", "@notebook"],
  });
  expect(names).toContain("vps_run");
  expect(names).toContain("browser");
  expect(names).not.toContain("read_file");
  expect(names).not.toContain("web_search");
});

test("sets that hold each other come to an end", () => {
  const sets = own({ a: { include: ["@b", "grep"] }, b: { include: ["@a", "glob"] } });
  expect(offered({ toolset: "a", own: sets, disabled: ["inspect_tool", "read_output"] })).toEqual([
    "glob",
    "grep",
  ]);
});

test("sets nested thirty deep, each naming the next twice, are resolved at once", () => {
  const sets = Object.fromEntries(
    Array.from({ length: 30 }, (_, index) => [
      `s${index}`,
      { include: [`@s${index + 1}`, `@s${index + 1}`] },
    ]),
  );
  expect(offered({ toolset: "s0", own: own({ ...sets, s30: { include: ["grep"] } }) })).toContain("grep");
});

test("an unknown toolset is refused with the known ones and the nearest", () => {
  const answer = resolveToolset({
    tools: ALL_SHIPPED,
    settings: settings({ own: own({ mine: {} }) }),
    surface: "terminal",
    request: { name: "codng", origin: "request" },
  });
  expect(answer).toMatchObject({
    ok: false,
    code: "unknown_toolset",
    message: 'unknown toolset "codng"',
  });
  expect(answer.ok ? "" : answer.hint).toMatch(
    /did you mean "coding"\?.*all, browser, coding, default, mine, minimal/,
  );
});

test("C-025: what is off has one reason, in the set or out of it", () => {
  for (const toolset of ["research", "coding"]) {
    expect(resolve({ toolset, disabled: ["memory"] }).inactive.get("memory")).toMatchObject({
      cause: "disabled",
    });
  }
});

test("an internal tool is never offered, not even by name or by all", () => {
  const tools = [...ALL_SHIPPED, registered("undo_call", "internal")];
  for (const change of [{ toolset: "all" }, { enabled: ["undo_call"] }, { enabled: ["*"] }]) {
    expect(resolve(change, { tools }).inactive.get("undo_call")).toMatchObject({
      cause: "internal",
    });
    expect(offered(change, { tools })).not.toContain("undo_call");
  }
});

test("a helper conversation never has more than the one that started it", () => {
  const parent = resolve({ toolset: "minimal", disabled: ["inspect_tool", "read_output"] });
  const child = resolve({ toolset: "coding" }, { within: parent });
  expect([...child.active.keys()]).toEqual(["grep", "list_files", "read_file", "todo"]);
  expect(child.inactive.get("terminal")?.reason).toContain("the conversation that started this one");
});

test("an empty set is an answer", () => {
  expect(offered({ toolset: "none", own: own({ none: {} }) })).toEqual([]);
});

test("names of a set that no tool has are left alone", () => {
  expect(offered({ toolset: "minimal" }, { tools: [registered("grep")] })).toEqual(["grep"]);
});

test("the toolsets that could be chosen follow the registry and the settings from one step to the next", () => {
  const membersOf = (rest: Partial<ToolsetRequest>, name: string) =>
    resolve({}, rest).toolsets?.get(name)?.members;
  const more = [...ALL_SHIPPED, registered("extra", "person")];
  expect(membersOf({ tools: ALL_SHIPPED }, "all")).not.toContain("extra");
  expect(membersOf({ tools: more }, "all")).toContain("extra");
  expect(membersOf({ tools: ALL_SHIPPED }, "all")).not.toContain("extra");
  const mine = settings({ own: new Map([["mine", { include: ["grep"], exclude: [] }]]) });
  expect(membersOf({ tools: more, settings: mine }, "mine")).toEqual(["grep"]);
  expect(membersOf({ tools: more }, "mine")).toBeUndefined();
  const joins = (): readonly string[] => ["minimal"];
  expect(membersOf({ tools: more, joins }, "minimal")).toContain("extra");
  expect(membersOf({ tools: more }, "minimal")).not.toContain("extra");
});
