import type { TodoItem } from "@wield/core";

const MARKS = { pending: "[ ]", in_progress: "[~]", completed: "[x]" } as const;

/** The list as people and models read it, one line for each item. */
export function renderTodos(todos: readonly TodoItem[]): string {
  if (todos.length === 0) return "Task list is empty.";
  const lines = todos.map(({ content, status }) => `${MARKS[status]} ${content.replaceAll(/[\r\n]+/g, " ")}`);
  const done = todos.filter(({ status }) => status === "completed").length;
  return `${lines.join("\n")}\n\n${done}/${todos.length} complete`;
}
