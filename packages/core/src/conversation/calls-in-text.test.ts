// Prevents: a call that a model wrote as text passing for an answer, and an answer about tools passing for a call.
import { expect, test } from "vitest";
import { callsInText } from "./calls-in-text.ts";

const TOOLS = ["grep", "read_file", "write_file"];

test.each([
  '<tool_call>\n{"name": "read_file", "arguments": {"path": "a.txt"}}\n</tool_call>',
  'I will read it.\n<tool_call>{"name":"read_file","arguments":{}}</tool_call>',
  "<function=read_file><parameter=path>a.txt</parameter></function>",
  '<function_calls><invoke name="read_file"><parameter name="path">a</parameter></invoke></function_calls>',
  '[TOOL_CALLS][{"name": "read_file", "arguments": {"path": "a"}}]',
  '<|python_tag|>{"type": "function", "name": "read_file", "parameters": {"path": "a"}}',
  "<|tool_call_begin|>functions.read_file:0<|tool_call_argument_begin|>{}",
  "<｜tool▁calls▁begin｜>read_file",
  '{"name": "read_file", "parameters": {"path": "a"}}',
  '```json\n{"tool": "read_file", "input": {"path": "a"}}\n```',
  "```tool_code\nprint(read_file(path='a'))\n```",
])("written as text: %s", (text) => {
  expect(callsInText(text, TOOLS)).toEqual(["read_file"]);
});

test.each([
  "I used read_file to look at a.txt.",
  'Call it like this: {"name": "read_file", "arguments": {"path": "a"}} and you see the text.',
  '{"name": "somebody", "arguments": "none"}',
  '{"result": "grep found nothing"}',
  "```ts\nread_file()\n```",
  "<b>read_files</b>",
  "<tool_call>nothing that is known</tool_call>",
  "",
])("an answer: %s", (text) => {
  expect(callsInText(text, TOOLS)).toEqual([]);
});
