// Prevents: a plan that loses items, that another conversation can see, or that a reading call changes.
import { createTodoLists } from "@wield/core";
import type { Json, TodoItem } from "@wield/core";
import { createTestBench } from "@wield/testkit";
import type { TestBench } from "@wield/testkit";
import { expect, test } from "vitest";
import { failureOf, okOf } from "../../testing/outcome-fixture.ts";
import todo from "./todo.tool.ts";

interface Kept {
  readonly bench: TestBench;
  readonly lists: Map<string, readonly TodoItem[]>;
  readonly attach: ReturnType<typeof createTodoLists>["attach"];
}

async function makeBench(fail?: string): Promise<Kept> {
  const lists = new Map<string, readonly TodoItem[]>();
  const { provider, attach } = createTodoLists((sessionId) => ({
    read: async () => {
      if (fail !== undefined) throw new Error(fail);
      return lists.get(sessionId) ?? [];
    },
    write: async (items) => {
      if (fail !== undefined) throw new Error(fail);
      lists.set(sessionId, items);
    },
  }));
  return { bench: await createTestBench({ tools: [todo], services: [provider] }), lists, attach };
}

const item = (content: string, status: TodoItem["status"] = "pending") => ({ content, status });
const write = (items: Json): Json => ({ action: "write", items });
const THREE = [item("a", "completed"), item("b", "in_progress"), item("c")];

test("J-001: a written list replaces the old one and comes back whole", async () => {
  const { bench } = await makeBench();
  const first = okOf(await bench.call("todo", write(THREE)));
  expect(first.text).toBe("[x] a\n[~] b\n[ ] c\n\n1/3 complete");
  expect(first.data).toEqual({ todos: THREE, done: 1, total: 3 });
  const second = okOf(await bench.call("todo", write([item("d"), item("e", "completed")])));
  expect(second.text).toBe("[ ] d\n[x] e\n\n1/2 complete");
  const read = okOf(await bench.call("todo", { action: "read" }));
  expect([read.text, read.data]).toEqual([second.text, second.data]);
});

test("J-001: an empty list clears, and items that read alike are all kept", async () => {
  const { bench } = await makeBench();
  expect(okOf(await bench.call("todo", { action: "read" })).text).toBe("Task list is empty.");
  const twice = okOf(await bench.call("todo", write([item("same"), item("same")])));
  expect(twice.text).toBe("[ ] same\n[ ] same\n\n0/2 complete");
  const cleared = okOf(await bench.call("todo", write([])));
  expect(cleared).toMatchObject({ text: "Task list is empty.", data: { todos: [], done: 0, total: 0 } });
});

test("J-001: an item is one line in the list, and whole in the data", async () => {
  const { bench } = await makeBench();
  const { text, data } = okOf(await bench.call("todo", write([item("one\r\ntwo\nthree")])));
  expect(text).toBe("[ ] one two three\n\n0/1 complete");
  expect(data).toMatchObject({ todos: [{ content: "one\r\ntwo\nthree" }] });
});

test("J-001: todos stands for items; reading with items notes that they were not used", async () => {
  const { bench, lists } = await makeBench();
  okOf(await bench.call("todo", { action: "write", todos: THREE }));
  const read = okOf(await bench.call("todo", { action: "read", items: [] }));
  expect(read.notes).toEqual(["items was not used: read only returns the list"]);
  expect(lists.get("ses_test")).toEqual(THREE);
});

test("J-001: what is no list is refused, and the list stays", async () => {
  const { bench, lists } = await makeBench();
  okOf(await bench.call("todo", write(THREE)));
  const wrong: readonly Json[] = [
    { action: "write" },
    { action: "banana", items: [] },
    {},
    write([{ content: "a" }]),
    write([item("")]),
    write([item("x".repeat(501))]),
    write([{ content: "a", status: "done" }]),
    write([{ ...item("a"), id: 1 }]),
    write(Array.from({ length: 101 }, () => item("a"))),
    write(null),
  ];
  for (const input of wrong) {
    const outcome = failureOf(await bench.call("todo", input));
    expect([outcome.code, outcome.message.startsWith("invalid arguments:")]).toEqual([
      "invalid_arguments",
      true,
    ]);
  }
  okOf(await bench.call("todo", write(Array.from({ length: 100 }, () => item("x".repeat(500))))));
  expect(lists.get("ses_test")).toHaveLength(100);
});

test("J-001: each conversation has a list of its own, and one that keeps it itself is asked", async () => {
  const { bench, lists, attach } = await makeBench();
  okOf(await bench.call("todo", write(THREE), { sessionId: "ses_other" }));
  expect(okOf(await bench.call("todo", { action: "read" })).text).toBe("Task list is empty.");
  let own: readonly TodoItem[] = [];
  const detach = attach("ses_test", {
    read: async () => own,
    write: async (items) => {
      own = items;
    },
  });
  okOf(await bench.call("todo", write([item("mine")])));
  expect([own, lists.has("ses_test")]).toEqual([[item("mine")], false]);
  detach();
  expect(okOf(await bench.call("todo", { action: "read" })).text).toBe("Task list is empty.");
});

test("J-001: the list is the conversation's own state: written in mode deny, journaled and flushed like a change", async () => {
  const { bench } = await makeBench();
  okOf(await bench.call("todo", write(THREE), { settings: { approvalMode: "deny" } }));
  okOf(await bench.call("todo", { action: "read" }, { settings: { approvalMode: "deny" } }));
  const intents = bench.journal.entries.flatMap((entry) => (entry.type === "intent" ? [entry.effects] : []));
  expect(intents[0]).toEqual([{ kind: "todo", list: "ses_test", changes: true }]);
});

test("J-001: a list that cannot be kept or read is a failure that says so", async () => {
  const { bench } = await makeBench("the disk is full");
  expect(failureOf(await bench.call("todo", write(THREE)))).toMatchObject({
    code: "not_saved",
    message: "the task list could not be saved: the disk is full",
  });
  expect(failureOf(await bench.call("todo", { action: "read" }))).toMatchObject({ code: "not_read" });
});
