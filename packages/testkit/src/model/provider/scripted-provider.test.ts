// Prevents: a server that takes what a real provider refuses, or breaks an answer in another way than it says.
import { afterEach, expect, test } from "vitest";
import type { Json } from "@wield/core";
import type { ProviderSource } from "./provider-step.ts";
import {
  scriptedProvider,
  type ScriptedProvider,
  type ScriptedProviderOptions,
} from "./scripted-provider.ts";

const open: ScriptedProvider[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

async function serve(
  steps: readonly ProviderSource[],
  options?: ScriptedProviderOptions,
): Promise<ScriptedProvider> {
  const server = await scriptedProvider(steps, options);
  open.push(server);
  return server;
}

const PATHS = {
  anthropic: "/v1/messages",
  chat: "/v1/chat/completions",
  responses: "/v1/responses",
  google: "/v1beta/models/gemini:streamGenerateContent?alt=sse",
};

type WireName = keyof typeof PATHS;

async function post(server: ScriptedProvider, wire: WireName, body: Json): Promise<Response> {
  return fetch(server.url + PATHS[wire], {
    method: "POST",
    headers: { "content-type": "application/json", "anthropic-version": "2023-06-01" },
    body: JSON.stringify(body),
  });
}

const user = { role: "user", content: "hi" };
const VALID: Record<WireName, { readonly [name: string]: Json }> = {
  anthropic: {
    model: "m",
    max_tokens: 10,
    messages: [{ role: "user", content: [{ type: "text", text: "hi" }] }],
  },
  chat: { model: "m", messages: [user] },
  responses: { model: "m", input: [user] },
  google: { contents: [{ role: "user", parts: [{ text: "hi" }] }] },
};

const WIRES = Object.keys(PATHS) as WireName[];

test.each(WIRES)("%s: a fair request gets the answer as a stream of events", async (wire) => {
  const server = await serve(["hello"]);
  const response = await post(server, wire, VALID[wire]);
  expect(response.headers.get("content-type")).toContain("text/event-stream");
  expect(await response.text()).toContain("hello");
  server.assertDone();
});

const text = (words: string): Json => [{ type: "text", text: words }];
const use = (id: string): Json => ({ type: "tool_use", id, name: "grep", input: {} });
const done = (id: string): Json => ({ type: "tool_result", tool_use_id: id, content: "x" });
const anthropic = (...messages: Json[]): Json => ({ ...VALID.anthropic, messages });
const chatCall = (id: string, args = "{}"): Json => ({
  id,
  type: "function",
  function: { name: "grep", arguments: args },
});
const chat = (...messages: Json[]): Json => ({ ...VALID.chat, messages });
const call = (id: string): Json => ({ type: "function_call", call_id: id, name: "grep", arguments: "{}" });
const output = (id: string): Json => ({ type: "function_call_output", call_id: id, output: "x" });
const responses = (...input: Json[]): Json => ({ ...VALID.responses, input });
const google = (...contents: Json[]): Json => ({ contents });
const asked = { role: "user", parts: [{ text: "hi" }] };
const calling = { role: "model", parts: [{ functionCall: { name: "grep", args: {} } }] };

test.each<[WireName, Json, string]>([
  ["anthropic", anthropic(), "at least one message"],
  ["anthropic", anthropic({ role: "assistant", content: text("x") }), 'must use the "user" role'],
  ["anthropic", anthropic({ role: "user", content: text(" ") }), "non-whitespace"],
  [
    "anthropic",
    anthropic(
      { role: "user", content: text("a") },
      { role: "assistant", content: [use("t1")] },
      { role: "user", content: text("b") },
    ),
    "without `tool_result` blocks",
  ],
  ["anthropic", anthropic({ role: "user", content: [done("t1")] }), "unexpected `tool_use_id`"],
  [
    "anthropic",
    anthropic(
      { role: "user", content: text("a") },
      { role: "assistant", content: [use("t1"), use("t2")] },
      { role: "user", content: [done("t2"), done("t1")] },
    ),
    "not in the order",
  ],
  [
    "anthropic",
    anthropic(
      { role: "user", content: text("a") },
      { role: "assistant", content: [use("t1"), use("t1")] },
      { role: "user", content: [done("t1")] },
    ),
    "ids must be unique",
  ],
  [
    "anthropic",
    anthropic(
      { role: "user", content: text("a") },
      { role: "assistant", content: [{ type: "thinking", thinking: "x", signature: "made up" }] },
      { role: "user", content: text("b") },
    ),
    "Invalid `signature`",
  ],
  [
    "anthropic",
    { ...VALID.anthropic, tools: [{ name: "a b", input_schema: { type: "object" } }] },
    "tools.0.custom.name",
  ],
  [
    "anthropic",
    { ...VALID.anthropic, tools: [{ name: "a", input_schema: { type: "object", anyOf: [] } }] },
    "at the top level",
  ],
  ["anthropic", { ...VALID.anthropic, max_tokens: 0 }, "max_tokens"],
  ["anthropic", anthropic({ role: "user", content: text("\ud800") }), "not valid JSON"],
  ["chat", chat(), "too short - 'messages'"],
  ["chat", chat(user, user), "must alternate"],
  [
    "chat",
    chat(user, { role: "assistant", content: null, tool_calls: [chatCall("c1")] }, user),
    "did not have response messages: c1",
  ],
  ["chat", chat(user, { role: "tool", tool_call_id: "c1", content: "x" }), "preceeding message"],
  [
    "chat",
    chat(
      user,
      { role: "assistant", content: null, tool_calls: [chatCall("c1", "[1]")] },
      { role: "tool", tool_call_id: "c1", content: "x" },
    ),
    "no JSON object",
  ],
  ["chat", chat(user, { role: "assistant", content: "" }), "either content or tool_calls"],
  ["chat", { ...VALID.chat, tools: Array.from({ length: 129 }, () => ({})) }, "maximum length 128"],
  [
    "chat",
    {
      ...VALID.chat,
      tools: [
        {
          type: "function",
          function: { name: "a", parameters: { type: "object", properties: { x: { type: "array" } } } },
        },
      ],
    },
    "missing items",
  ],
  ["responses", responses(), "must be provided"],
  ["responses", responses(user, call("c1")), "No tool output found"],
  ["responses", responses(user, output("c1")), "No tool call found"],
  ["responses", responses(user, call("c1"), call("c2"), output("c2"), output("c1")), "out of order"],
  [
    "responses",
    responses(user, { type: "reasoning", id: "rs_1", summary: [] }, user),
    "required following item",
  ],
  [
    "responses",
    responses(
      user,
      { type: "reasoning", id: "rs_1", encrypted_content: "made up", summary: [] },
      call("c1"),
      output("c1"),
    ),
    "could not be verified",
  ],
  [
    "responses",
    {
      ...VALID.responses,
      tools: [
        {
          type: "function",
          name: "a",
          parameters: {
            type: "object",
            properties: { x: { type: "string" } },
            required: [],
            additionalProperties: false,
          },
        },
      ],
    },
    "'required' is required",
  ],
  ["google", google(), "contents is not specified"],
  ["google", google(asked, asked), "alternate"],
  ["google", google(asked, calling), "followed by a function response"],
  ["google", google(asked, calling, asked), "number of function response parts"],
  ["google", google({ role: "user", parts: [{ text: "" }] }), "text parameter"],
  [
    "google",
    {
      ...VALID.google,
      tools: [
        {
          functionDeclarations: [
            { name: "a", parametersJsonSchema: { type: "object", properties: { x: { const: 1 } } } },
          ],
        },
      ],
    },
    "const",
  ],
])("%s refuses it: %#", async (wire, body, words) => {
  const server = await serve(["never"]);
  const response = await post(server, wire, body);
  expect(response.status).toBe(400);
  expect((await response.json()) as unknown).toMatchObject({
    error: { message: expect.stringContaining(words) },
  });
  expect(() => server.assertDone()).toThrow(words);
});

test.each(WIRES)("%s: another key is refused with the provider's own error", async (wire) => {
  const server = await serve(["never"], { key: "right" });
  const response = await post(server, wire, VALID[wire]);
  expect(response.status).toBe(401);
  expect(((await response.json()) as { error: object }).error).toBeTypeOf("object");
});

test.each(WIRES)("%s: an answer can be cut, ended early, and broken by an error", async (wire) => {
  const reply = { text: "a long answer", deltaLength: 1 };
  const server = await serve([
    reply,
    { ...reply, breaksAfter: { events: 3, how: "end" } },
    { ...reply, breaksAfter: { events: 3, how: "cut" } },
    { ...reply, failsAfter: { events: 3, type: "overloaded_error", message: "too much" } },
  ]);
  const whole = await (await post(server, wire, VALID[wire])).text();
  const short = await (await post(server, wire, VALID[wire])).text();
  expect(whole.startsWith(short)).toBe(true);
  expect(short.length).toBeLessThan(whole.length);
  await expect(post(server, wire, VALID[wire]).then((response) => response.text())).rejects.toThrow(
    "terminated",
  );
  expect(await (await post(server, wire, VALID[wire])).text()).toContain("too much");
});

test("a request beyond the script is refused and told", async () => {
  const server = await serve([]);
  expect((await post(server, "chat", VALID.chat)).status).toBe(400);
  expect(() => server.assertDone()).toThrow("script ends after 0 steps");
});
