// Prevents: a turn that loses a message or a result, asks in the wrong order, or does not end exactly once.
import { expect, test } from "vitest";
import { readText, writeText } from "../testing/tools-fixture.ts";
import { createAgentBench, textsOf } from "../testing/agent-bench.ts";

const tools = [readText, writeText];
const files = { "a.txt": "one", "b.txt": "two" };

test("a turn asks, calls, and answers; each message is stored before the next step", async () => {
  await using here = await createAgentBench({
    tools,
    files,
    script: [
      {
        text: "Looking.",
        calls: [
          { tool: "read_text", input: { path: "a.txt" } },
          { tool: "read_text", input: { path: "b.txt" } },
        ],
      },
      { calls: [{ tool: "write_text", input: { path: "c.txt", content: "three" } }] },
      "Done.",
    ],
  });
  const end = await here.session.send({ text: "Do it." });
  expect(end).toMatchObject({ reason: "done", answer: "Done.", steps: 3, calls: 3, denied: 0 });
  expect(end.usage).toEqual({ input: 300, output: 30, cached: 0 });
  expect(textsOf(here.session.messages())).toEqual([
    "person: Do it.",
    'assistant: Looking.<read_text {"path":"a.txt"}><read_text {"path":"b.txt"}>',
    "result: one",
    "result: two",
    'assistant: <write_text {"path":"c.txt","content":"three"}>',
    "result: wrote c.txt",
    "assistant: Done.",
  ]);
  expect(await here.bench.read("c.txt")).toBe("three");
  here.model.assertDone();
  const stored = await here.sessions.read(here.session.id);
  if (!stored.ok) throw new Error(stored.message);
  expect(stored.value.map(({ event }) => event.kind)).toEqual([
    "message",
    "turn_started",
    "title",
    "message",
    "message",
    "message",
    "message",
    "message",
    "message",
    "turn_ended",
  ]);
});

test("the events of a turn rise by one, tell calls before results, and end with done exactly once", async () => {
  await using here = await createAgentBench({
    tools,
    files,
    script: [{ text: "Hm", calls: [{ tool: "read_text", input: { path: "a.txt" } }] }, "Done."],
  });
  await here.session.send({ text: "Do it." });
  expect(here.events.map(({ type }) => type)).toEqual([
    "session",
    "turn",
    "text",
    "usage",
    "tool_call",
    "tool_result",
    "text",
    "usage",
    "done",
  ]);
  expect(here.events.map(({ seq }) => seq)).toEqual(here.events.map((_event, index) => index + 1));
  const call = here.events.find(({ type }) => type === "tool_call");
  const result = here.events.find(({ type }) => type === "tool_result");
  expect(call).toMatchObject({ tool: "read_text", input: { path: "a.txt" }, effects: [{ kind: "read" }] });
  expect(result).toMatchObject({ status: "ok", text: "one" });
  expect(here.events.at(-1)).toMatchObject({ type: "done", reason: "done", answer: "Done.", exit_code: 0 });
});

test("a provider that fails for good ends the turn with its reason, and the next turn works", async () => {
  await using here = await createAgentBench({
    tools,
    files,
    script: [{ failed: { kind: "auth", message: "the key was refused", hint: "run wield setup" } }, "Hello."],
  });
  expect(await here.session.send({ text: "Hi" })).toMatchObject({
    reason: "model_error",
    error: "the key was refused (run wield setup)",
  });
  expect(await here.session.send({ text: "Hi again" })).toMatchObject({ reason: "done", answer: "Hello." });
  here.model.assertDone();
});

test("a session is resumed with all it held", async () => {
  await using here = await createAgentBench({
    tools,
    files,
    script: [{ calls: [{ tool: "read_text", input: { path: "a.txt" } }] }, "One."],
  });
  await here.session.send({ text: "What is in a?" });
  const before = here.session.messages();
  const again = await here.resume(["Two."]);
  expect(again.session.messages()).toEqual(before);
  expect(again.session.title).toBe("What is in a?");
  await again.session.send({ text: "And b?" });
  expect(textsOf(again.model.requests[0]?.messages ?? [])).toEqual([
    "person: What is in a?",
    'assistant: <read_text {"path":"a.txt"}>',
    "result: one",
    "assistant: One.",
    "person: And b?",
  ]);
  await again.session.close();
});
