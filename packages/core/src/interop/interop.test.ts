// Prevents: a loop of somebody else's that reaches a tool past the guards, or gets definitions its provider refuses.
import { asSchema, jsonSchema, type ToolSet } from "@ai-sdk/provider-utils";
import { createTestBench } from "@wield/testkit";
import { expect, test } from "vitest";
import { readText, writeText } from "../testing/file-tools-fixture.ts";
import { toAiSdkTools } from "./ai-sdk-tools.ts";
import { toAnthropicTools } from "./anthropic-tools.ts";
import { toOpenAiTools } from "./openai-tools.ts";

async function caller() {
  const bench = await createTestBench({
    tools: [readText, writeText],
    files: { "a.txt": "one" },
    settings: { approvalMode: "deny" },
  });
  return {
    bench,
    caller: { pipeline: bench.pipeline, conversation: { snapshot: () => bench.conversation() } },
  };
}

test("the AI SDK takes the definitions, and its calls take the one path", async () => {
  const here = await caller();
  const tools = toAiSdkTools(here.caller, jsonSchema);
  // What generateText takes.
  const set: ToolSet = tools;
  expect(Object.keys(set)).toHaveLength(2);
  expect(Object.keys(tools)).toEqual(["read_text", "write_text"]);
  const schema = asSchema(tools["read_text"]?.inputSchema);
  expect(await schema.jsonSchema).toMatchObject({ type: "object", required: ["path"] });
  expect(await tools["read_text"]?.execute({ path: "a.txt" })).toBe("one");
  expect(await tools["write_text"]?.execute({ path: "a.txt", text: "two" })).toContain(
    'approval_mode is "deny"',
  );
  expect(await tools["read_text"]?.execute({ path: 1, more: 2 })).toContain("invalid arguments");
  expect(
    await tools["read_text"]?.execute({ path: "a.txt" }, { abortSignal: AbortSignal.abort() }),
  ).toContain("cancelled");
  expect(await here.bench.read("a.txt")).toBe("one");
  await here.bench.dispose();
});

test("calls of the chat completion interface are answered by messages under their ids", async () => {
  const here = await caller();
  const { tools, execute } = toOpenAiTools(here.caller);
  expect(tools[0]).toMatchObject({
    type: "function",
    function: { name: "read_text", parameters: { type: "object" } },
  });
  const call = (name: string, text: string) => execute({ id: "call_1", function: { name, arguments: text } });
  expect(await call("read_text", '{"path":"a.txt"}')).toEqual({
    role: "tool",
    tool_call_id: "call_1",
    content: "one",
  });
  expect((await call("write_text", '{"path":"a.txt"}')).content).toContain('approval_mode is "deny"');
  expect((await call("read_text", '{"path": "a.txt", "con')).content).toContain("invalid arguments");
  expect((await call("no_such", "{}")).content).toContain('unknown tool "no_such"');
  await here.bench.dispose();
});

test("tool_use blocks are answered by tool_result blocks that say when a call failed", async () => {
  const here = await caller();
  const { tools, execute } = toAnthropicTools(here.caller);
  expect(tools[0]).toMatchObject({ name: "read_text", input_schema: { type: "object" } });
  expect(await execute({ id: "toolu_1", name: "read_text", input: { path: "a.txt" } })).toEqual({
    type: "tool_result",
    tool_use_id: "toolu_1",
    content: [{ type: "text", text: "one" }],
  });
  expect(await execute({ id: "toolu_2", name: "write_text", input: { path: "a.txt" } })).toMatchObject({
    is_error: true,
  });
  expect(here.bench.journal.flushCount).toBe(0);
  await here.bench.dispose();
});
