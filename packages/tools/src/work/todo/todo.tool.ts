import { defineTool, fail, ok, Todos } from "@wield/core";
import type { TodoItem } from "@wield/core";
import * as z from "zod";
import { renderTodos } from "./render-todos.ts";

const item = z.strictObject({
  content: z.string().min(1).max(500).describe("What is to be done."),
  status: z.enum(["pending", "in_progress", "completed"]).describe("Where it stands."),
});

export default defineTool({
  name: "todo",
  description:
    "The task list of this conversation. write replaces the whole list; read returns it. Keep one item in_progress; mark items completed as soon as they are.",
  input: z.strictObject({
    action: z.enum(["read", "write"]).describe("read the list, or write a new one."),
    items: z.array(item).max(100).optional().describe("The whole list in order."),
  }),
  output: z.strictObject({ todos: z.array(item), done: z.int(), total: z.int() }),
  mutates: "depends",
  effects: ({ action }, { sessionId }) => [{ kind: "todo", list: sessionId, changes: action === "write" }],
  needs: [Todos],
  aliases: { todos: "items" },
  examples: [
    {
      input: {
        action: "write",
        items: [
          { content: "read the schema", status: "completed" },
          { content: "write the migration", status: "in_progress" },
          { content: "run the tests", status: "pending" },
        ],
      },
      note: "The whole list each time, not only what changed.",
    },
    { input: { action: "read" } },
  ],
  timeoutMs: 30_000,
  codes: {
    not_read: "The task list could not be read.",
    not_saved: "The task list could not be saved.",
  },
  async run({ action, items }, { todos }) {
    if (action === "read") {
      const list = await todos.read();
      if (!list.ok) return list;
      const notes = items === undefined ? [] : ["items was not used: read only returns the list"];
      return ok(renderTodos(list.value), dataOf(list.value), { notes });
    }
    if (items === undefined) {
      return fail("invalid_arguments", "invalid arguments: write needs items, the whole list in order", {
        hint: "an empty list clears it.",
      });
    }
    const written = await todos.write(items);
    return written.ok ? ok(renderTodos(items), dataOf(items)) : written;
  },
});

function dataOf(todos: readonly TodoItem[]) {
  return {
    todos: todos.map(({ content, status }) => ({ content, status })),
    done: todos.filter(({ status }) => status === "completed").length,
    total: todos.length,
  };
}
