// Prevents: two tools of one name, a tool that is silently absent, and a layer that cannot be taken away.
import { expect, test } from "vitest";
import * as z from "zod";
import { defineTool } from "../contract/define-tool.ts";
import { ok } from "../contract/result.ts";
import type { ToolDefinition } from "../contract/tool-definition.ts";
import { createRegistry } from "./create-registry.ts";
import type { ToolLayer } from "./registry.ts";

function tool(name: string): ToolDefinition {
  return defineTool({
    name,
    description: "Does nothing.",
    input: z.strictObject({}),
    mutates: false,
    run: () => ok("done"),
  });
}

const layer = (origin: string, ...tools: readonly ToolDefinition[]): ToolLayer => ({
  source: "person",
  tools: tools.map((one) => ({ tool: one, origin })),
});

test("tools are listed by name, the same list until something changes", () => {
  const registry = createRegistry();
  registry.add(layer("one", tool("b"), tool("a")));
  registry.add(layer("two", tool("c")));
  expect(registry.list().map((entry) => entry.tool.name)).toEqual(["a", "b", "c"]);
  expect(registry.list()).toBe(registry.list());
  expect(Object.isFrozen(registry.list())).toBe(true);
  expect(registry.get("b")).toMatchObject({ source: "person", origin: "one" });
  expect(registry.get("__proto__")).toBeUndefined();
});

test("C-015: two tools of one name are an error that names both places, and nothing is added", () => {
  const registry = createRegistry();
  registry.add(layer("one.ts", tool("word_count")));
  const added = registry.add(layer("two.ts", tool("other"), tool("word_count")));
  expect(added).toMatchObject({
    ok: false,
    code: "duplicate_tool",
    message: 'two tools are named "word_count": one.ts and two.ts',
  });
  expect(
    registry.add({
      source: "person",
      tools: [
        { tool: tool("x"), origin: "a" },
        { tool: tool("x"), origin: "b" },
      ],
    }),
  ).toMatchObject({
    message: 'two tools are named "x": a and b',
  });
  expect(registry.list().map((entry) => entry.tool.name)).toEqual(["word_count"]);
});

test("C-015: with an explicit replace the later one wins, and there is one entry", () => {
  for (const replace of [["word_count"], true] as const) {
    const registry = createRegistry();
    registry.add(layer("one.ts", tool("word_count")));
    const added = registry.add(layer("two.ts", tool("word_count")), replace);
    expect(registry.list()).toMatchObject([{ origin: "two.ts", replaces: "one.ts" }]);
    if (added.ok) added.remove();
    expect(registry.list()).toMatchObject([{ origin: "one.ts" }]);
  }
});

test("a layer is taken away once, and only it", () => {
  const registry = createRegistry();
  const first = registry.add(layer("one", tool("a")));
  if (!first.ok) throw new Error(first.message);
  first.remove();
  registry.add(layer("again", tool("a")));
  first.remove();
  expect(registry.get("a")?.origin).toBe("again");
});

test.each([[undefined], [{}], [{ ...tool("copy") }], [{ name: "plain", run: () => ok("x") }]])(
  "what defineTool of this library did not make is refused by its place (%#)",
  (given) => {
    const registry = createRegistry();
    const added = registry.add({
      source: "person",
      tools: [{ tool: given as ToolDefinition, origin: "tools/half.ts" }],
    });
    expect(added).toMatchObject({ ok: false, code: "not_a_tool" });
    expect(added.ok === false && added.message).toMatch(
      /^tools\/half\.ts gave .*, which was not made by defineTool/,
    );
    expect(registry.list()).toEqual([]);
  },
);
