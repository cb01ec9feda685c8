// Prevents: a call that reaches another tool than it named, or one the conversation does not have.
import { createTestBench } from "@wield/testkit";
import { expect, test } from "vitest";
import * as z from "zod";
import { defineTool } from "../contract/define-tool.ts";
import { ok } from "../contract/result.ts";
import type { ToolDefinition } from "../contract/tool-definition.ts";
import type { InactiveCause } from "../registry/active-tools.ts";
import { deleteFile, readText, writeText } from "../testing/file-tools-fixture.ts";
import { failureOf, okOf } from "../testing/outcome-fixture.ts";

const bench = () =>
  createTestBench({ tools: [readText, writeText, deleteFile], files: { "a.txt": "hello" } });

test("C-012: an unknown tool is answered with near names and the active ones", async () => {
  await using here = await bench();
  const outcome = failureOf(await here.call("read_txt", { path: "a.txt" }));
  expect(outcome).toMatchObject({
    status: "failed",
    code: "not_found",
    message: 'unknown tool "read_txt"',
    hint: 'did you mean "read_text"? active tools: delete_file, read_text, write_text.',
  });
  expect(outcome.call).toMatchObject({ stage: "resolve", tool: "read_txt", effects: [] });
});

test("C-012: of many tools the first twenty are named", async () => {
  const tools = Array.from({ length: 30 }, (_, index) => plainTool(`tool_${String(index).padStart(2, "0")}`));
  await using here = await createTestBench({ tools });
  const { hint } = failureOf(await here.call("zzz"));
  expect(hint).toMatch(/^active tools: tool_00, .*tool_19 and 10 more\.$/);
});

test.each(["Read_Text", "read-text", "READTEXT", "read.text", "Read Text", "read:text"])(
  "C-013: %s resolves to the reading tool, and the result notes its right name",
  async (name) => {
    await using here = await bench();
    const outcome = okOf(await here.call(name, { path: "a.txt" }));
    expect(outcome.text).toBe("hello");
    expect(outcome.notes).toEqual([`called as ${JSON.stringify(name)}, ran read_text`]);
    expect(outcome.call.tool).toBe("read_text");
  },
);

test("a tool that changes things resolves in other letter cases only", async () => {
  await using here = await bench();
  expect(okOf(await here.call("Write_Text", { path: "b.txt" })).notes[0]).toContain("ran write_text");
  for (const name of ["write-text", "writetext", "WRITE.TEXT"]) {
    expect(failureOf(await here.call(name, { path: "c.txt" })).code).toBe("not_found");
  }
  await expect(here.read("c.txt")).rejects.toThrow();
});

test("a spelling that fits two tools is none of them", async () => {
  await using here = await createTestBench({ tools: [plainTool("read_it"), plainTool("readit")] });
  expect(failureOf(await here.call("Read-It")).code).toBe("not_found");
});

test.each<[cause: InactiveCause, status: string, code: string]>([
  ["not_in_toolset", "denied", "policy_denied"],
  ["disabled", "denied", "policy_denied"],
  ["hidden", "failed", "not_found"],
  ["internal", "failed", "not_found"],
])("C-025: a tool that is %s ends as %s, %s, also by another spelling", async (cause, status, code) => {
  await using here = await bench();
  const off: ToolDefinition = plainTool("off_tool");
  const conversation = here.conversation();
  const tools = {
    ...conversation.tools,
    toolset: "research",
    inactive: new Map([["off_tool", { tool: off, cause, reason: "no browser was found", origin: "test" }]]),
  };
  const call = (tool: string) => here.pipeline.call({ tool }, { ...conversation, tools });
  const outcome = failureOf(await call("off_tool"));
  expect(outcome).toMatchObject({ status, code });
  if (code === "policy_denied")
    expect(outcome.message).toBe('"off_tool" is not available in this conversation (toolset: research)');
  if (cause === "hidden") expect(outcome.hint).toBe("no browser was found");
  expect(failureOf(await call("Off-Tool")).code).toBe("not_found");
});

test("an internal tool runs for the command on this machine, and for nobody else", async () => {
  await using here = await bench();
  const conversation = here.conversation();
  const inside = new Map([
    ["undo", { tool: plainTool("undo"), cause: "internal" as const, reason: "", origin: "built in" }],
  ]);
  const tools = { ...conversation.tools, inactive: inside };
  const call = (caller: "cli" | "agent", surface: "terminal" | "web") =>
    here.pipeline.call({ tool: "undo" }, { ...conversation, tools, caller, surface });
  expect((await call("cli", "terminal")).status).toBe("ok");
  expect((await call("agent", "terminal")).status).toBe("failed");
  expect((await call("cli", "web")).status).toBe("failed");
});

test("a tool whose layer is gone is not found, although the conversation still lists it", async () => {
  await using here = await bench();
  const added = here.registry.add({ source: "mcp", tools: [{ tool: plainTool("late"), origin: "server" }] });
  if (!added.ok) throw new Error(added.message);
  const conversation = here.conversation();
  expect((await here.pipeline.call({ tool: "late" }, conversation)).status).toBe("ok");
  added.remove();
  expect(failureOf(await here.pipeline.call({ tool: "late" }, conversation)).code).toBe("not_found");
});

test.each(["", "x".repeat(100_000), "__proto__", "\ud800"])(
  "the name %j is an unknown tool, in a short sentence",
  async (name) => {
    await using here = await bench();
    const outcome = failureOf(await here.call(name));
    expect(outcome.code).toBe("not_found");
    expect(outcome.message.length).toBeLessThan(200);
    expect(outcome.call.tool.length).toBeLessThanOrEqual(200);
    expect(JSON.stringify(here.journal.entries).length).toBeLessThan(3000);
  },
);

test("a call without a name, as providers have sent, is an unknown tool", async () => {
  await using here = await bench();
  const nameless = { tool: null } as object as { tool: string };
  const outcome = failureOf(await here.pipeline.call(nameless, here.conversation()));
  expect(outcome).toMatchObject({ status: "failed", code: "not_found" });
});

function plainTool(name: string): ToolDefinition {
  return defineTool({
    name,
    description: "Does nothing.",
    input: z.strictObject({}),
    mutates: false,
    run: () => ok("done"),
  });
}
