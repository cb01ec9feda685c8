// Prevents: a conversation that goes on with tools it no longer has, or lacks ones it has by now.
import { expect, test } from "vitest";
import { defineTool } from "../contract/define-tool.ts";
import { ok } from "../contract/result.ts";
import type { RegisteredTool } from "./registry.ts";
import { resolveToolset } from "./resolve-toolset.ts";
import type { ToolsetRequest } from "./toolset-request.ts";
import { DEFAULT_TOOLSET_SETTINGS } from "./toolset-settings.ts";

function registered(name: string): RegisteredTool {
  const tool = defineTool({
    name,
    description: `Does what ${name} does.`,
    input: { type: "object", properties: {} },
    mutates: false,
    examples: [{ input: {} }],
    run: () => ok("done"),
  });
  return { tool, source: "built_in", origin: "built in" };
}

const tools = ["browser", "glob", "inspect_tool", "read_file", "read_output"].map(registered);

function resolve(more: Partial<ToolsetRequest> = {}) {
  const request = { name: "all", origin: "test" };
  const answer = resolveToolset({
    tools,
    settings: DEFAULT_TOOLSET_SETTINGS,
    surface: "api",
    request,
    ...more,
  });
  if (!answer.ok) throw new Error(answer.message);
  return answer.value;
}

test("the same request gives the very same tools", () => {
  expect(resolve()).toBe(resolve());
  const hiddenReason = (): undefined => undefined;
  expect(resolve({ hiddenReason })).toBe(resolve({ hiddenReason }));
});

test("a tool that is hidden by now, or no longer, is seen at once", () => {
  let gone = new Set<string>();
  const now = () => [
    ...resolve({ hiddenReason: ({ name }) => (gone.has(name) ? "gone" : undefined) }).active.keys(),
  ];
  expect(now()).toContain("browser");
  gone = new Set(["browser"]);
  expect(now()).not.toContain("browser");
  gone = new Set(["browser", "glob"]);
  expect(now()).not.toContain("glob");
  gone = new Set(["glob"]);
  expect(now()).toEqual(["browser", "inspect_tool", "read_file", "read_output"]);
  gone = new Set(["read_output"]);
  expect(now()).toEqual(["browser", "glob", "inspect_tool", "read_file"]);
});

test("another reason is told, not the one of before", () => {
  const why = (reason: string) =>
    resolve({ hiddenReason: ({ name }) => (name === "glob" ? reason : undefined) }).inactive.get("glob")
      ?.reason;
  expect([why("one"), why("two")]).toEqual(["one", "two"]);
});

test("requests that differ do not share an answer", () => {
  const all = resolve();
  const within = resolve({ request: { name: "minimal", origin: "test" } });
  const others = [
    resolve({ surface: "terminal" }),
    resolve({ request: { name: "all", origin: "flag" } }),
    resolve({ session: { name: "minimal", origin: "session" } }),
    resolve({ within }),
    resolve({ settings: { ...DEFAULT_TOOLSET_SETTINGS, disabled: ["glob"] } }),
    resolve({ tools: tools.slice(1) }),
  ];
  for (const other of others) expect(other).not.toBe(all);
  expect(others[1]?.toolsetOrigin).toBe("flag");
  expect([...(others[4]?.active.keys() ?? [])]).not.toContain("glob");
});
