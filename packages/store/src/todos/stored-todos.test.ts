// Prevents: a plan that a restart loses, one that others can read, and a session's name used as a path.
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openToOthers } from "../testing/files-holding.ts";
import { temporaryHome } from "../testing/temporary-home.ts";
import { storedTodos } from "./stored-todos.ts";

const items = [
  { content: "a", status: "completed" },
  { content: "b", status: "pending" },
] as const;

test("J-001: a list is there after a restart, for its session only, until it is cleared", async () => {
  const folder = join(temporaryHome(), "todos");
  await storedTodos(folder).write("ses_1", items);
  expect(await storedTodos(folder).read("ses_1")).toEqual(items);
  expect(await storedTodos(folder).read("ses_2")).toEqual([]);
  expect(openToOthers(folder)).toEqual([]);
  await storedTodos(folder).write("ses_1", []);
  expect(await storedTodos(folder).read("ses_1")).toEqual([]);
  expect(existsSync(join(folder, "ses_1.json"))).toBe(false);
});

test("a damaged list is said and can be written anew; a name that is none is refused", async () => {
  const folder = join(temporaryHome(), "todos");
  const todos = storedTodos(folder);
  await todos.write("ses_1", items);
  for (const text of ["", "{", '{"v":1,"items":[{"content":1}]}', '{"v":2,"items":[]}']) {
    writeFileSync(join(folder, "ses_1.json"), text);
    await expect(todos.read("ses_1")).rejects.toThrow("damaged");
  }
  await todos.write("ses_1", items);
  expect(await todos.read("ses_1")).toEqual(items);
  for (const id of ["../x", "ses_", "", "ses_a/b"]) {
    await expect(todos.write(id, items)).rejects.toThrow("is not a session id");
    await expect(todos.read(id)).rejects.toThrow("is not a session id");
  }
});
