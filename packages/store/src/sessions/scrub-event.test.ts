// Prevents: a key of the environment kept in a conversation's log, also behind escapes and in thinking.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { SessionEvent } from "@wield/core";
import { expect, test } from "vitest";
import { filesHolding } from "../testing/files-holding.ts";
import { openTestStore } from "../testing/open-test-store.ts";
import { temporaryHome } from "../testing/temporary-home.ts";

const VALUE = "hunter-2-hunter";
const secrets = [
  { name: "DB_PASSWORD", value: VALUE },
  { name: "ROLE_TOKEN", value: "assistant" },
];

test("every text of an event is masked, and what it is made of stays", async () => {
  const home = temporaryHome();
  const { sessions } = await openTestStore(home, { secrets: () => secrets });
  const session = await sessions.create({ workspaceRoot: "/w" });
  const text = `it is ${VALUE}.`;
  const escaped = `{"a":"\\u0068unter-2-hunter"}`;
  const events: readonly SessionEvent[] = [
    {
      kind: "message",
      message: { role: "user", id: "m1", origin: "person", parts: [{ kind: "text", text }] },
    },
    {
      kind: "message",
      message: {
        role: "assistant",
        id: "m2",
        model: "a/b",
        parts: [
          { kind: "text", text },
          { kind: "reasoning", text, provider: "a", opaque: { signature: "of the text" } },
          { kind: "reasoning", text: "plain", provider: "a", opaque: { signature: "of that", also: text } },
          { kind: "call", callId: "call_1", tool: "grep", rawInput: `{"a":"${VALUE}"}`, opaque: text },
          { kind: "call", callId: "call_2", tool: "grep", rawInput: escaped },
          { kind: "call", callId: "call_3", tool: "grep", rawInput: `{"a":"C:\\\\n"}` },
        ],
      },
    },
    {
      kind: "message",
      message: { role: "result", id: "m3", callId: "call_1", tool: "grep", status: "ok", text, origins: [] },
    },
    { kind: "summary", firstId: "m1", lastId: "m3", text },
    { kind: "title", title: text },
    { kind: "todo", items: [{ content: text, status: "pending" }] },
    { kind: "goal", goal: { text } },
    { kind: "task", taskId: "task_1", sessionId: "ses_1", prompt: text },
  ];
  for (const event of events) await session.append(event);
  await session.close();
  expect(filesHolding(home, VALUE)).toEqual([]);
  expect(filesHolding(home, "u0068unter")).toEqual([]);
  const log = readFileSync(join(home, "sessions", session.id, "events.jsonl"), "utf8");
  expect(log.match(/it is \[DB_PASSWORD\]\./g)).toHaveLength(11);
  const read = await sessions.read(session.id);
  const [, answer] = read.ok ? read.value : [];
  expect(answer?.event).toMatchObject({
    message: {
      role: "assistant",
      parts: [
        {},
        // A signature of other text would have the provider refuse it.
        { kind: "reasoning", text: "it is [DB_PASSWORD].", provider: "a" },
        { opaque: { signature: "of that" } },
        { rawInput: '{"a":"[DB_PASSWORD]"}' },
        { rawInput: '{"a":"[DB_PASSWORD]"}' },
        { rawInput: '{"a":"C:\\\\n"}' },
      ],
    },
  });
  expect(JSON.stringify(answer)).not.toContain("of the text");
});
