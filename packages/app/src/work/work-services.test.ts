// Prevents: a plan that is gone with the process, one that keeps a key of the environment, and a question put where
// nobody can answer it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { temporaryPlaces } from "../testing/temporary-places.ts";
import { activeTools, callTool, testRuntimes } from "../testing/test-runtimes.ts";

const { open, closeAll } = testRuntimes();

afterEach(closeAll);

const items = [{ content: "use key-of-mine-1", status: "pending" }];

test("J-001: a list outlives the process, in its conversation only, and keeps no secret", async () => {
  const places = temporaryPlaces();
  const env = { A_TOKEN: "key-of-mine-1" };
  const first = await open(places, { env });
  await callTool(first, "todo", { input: { action: "write", items } });
  const second = await open(places, { env });
  const text = "[ ] use [A_TOKEN]\n\n0/1 complete";
  expect(await callTool(second, "todo", { input: { action: "read" } })).toMatchObject({ status: "ok", text });
  const other = await callTool(second, "todo", { input: { action: "read" }, sessionId: "ses_other" });
  expect(other).toMatchObject({ text: "Task list is empty." });
  expect(readFileSync(join(places.home, "todos", "ses_test.json"), "utf8")).not.toContain("key-of-mine-1");
});

test("a conversation that keeps its list itself is asked, not the store", async () => {
  const runtime = await open(temporaryPlaces());
  let own: unknown;
  runtime.todos.attach("ses_test", {
    read: async () => [],
    write: async (list) => {
      own = list;
    },
  });
  await callTool(runtime, "todo", { input: { action: "write", items } });
  expect(own).toEqual(items);
  expect(await runtime.store.todos.read("ses_test")).toEqual([]);
});

test("ask_user is offered while somebody is attached to this very conversation", async () => {
  const places = temporaryPlaces();
  places.write("home/config.yaml", "tools: { enabled: [ask_user] }\n");
  const runtime = await open(places);
  const isOffered = (sessionId = "ses_test"): boolean =>
    activeTools(runtime, { sessionId }).includes("ask_user");
  expect(isOffered()).toBe(false);
  expect(await callTool(runtime, "ask_user", { input: { question: "Why?" } })).toMatchObject({
    code: "not_found",
    hint: expect.stringContaining("nobody is attached"),
  });
  const detach = runtime.questions.attach("ses_test", {
    surface: "terminal",
    ask: async () => ({ kind: "answered", answers: [{ values: [], text: "so" }] }),
  });
  expect([isOffered(), isOffered("ses_other")]).toEqual([true, false]);
  expect(await callTool(runtime, "ask_user", { input: { question: "Why?" } })).toMatchObject({
    text: 'Why? → "so"',
  });
  detach();
  expect(isOffered()).toBe(false);
});
