import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { TodoItem } from "@wield/core";
import { replaceFile } from "../home/durable-file.ts";
import { fieldsOf, parseJson } from "../home/json-fields.ts";
import { readIfThere } from "../home/read-file.ts";
import { saving } from "../home/saving.ts";
import { makeFolder } from "../home/make-folder.ts";

const SESSION_ID = /^ses_[A-Za-z0-9_-]{1,200}$/;
const STATUSES = new Set(["pending", "in_progress", "completed"]);

/** Task lists of sessions that have no record of their own: one file each, as long as the list is not empty. */
export interface StoredTodos {
  /** Rejects when there is a list that cannot be read. */
  read(sessionId: string): Promise<readonly TodoItem[]>;
  /** On disk (mode 0600) when this resolves. */
  write(sessionId: string, items: readonly TodoItem[]): Promise<void>;
}

export function storedTodos(folder: string): StoredTodos {
  const path = (sessionId: string): string => {
    if (!SESSION_ID.test(sessionId)) throw new Error(`"${sessionId}" is not a session id`);
    return join(folder, `${sessionId}.json`);
  };
  return {
    read: async (sessionId) => {
      const text = await readIfThere(path(sessionId));
      if (text === undefined) return [];
      const fields = fieldsOf(parseJson(text));
      const items = fields.get("items");
      if (fields.get("v") !== 1 || !isTodos(items)) throw new Error("what was stored is damaged");
      return items;
    },
    write: (sessionId, items) =>
      saving("the task list", async () => {
        if (items.length === 0) return rm(path(sessionId), { force: true });
        makeFolder(folder);
        return replaceFile(path(sessionId), JSON.stringify({ v: 1, items }));
      }),
  };
}

function isTodos(candidate: unknown): candidate is readonly TodoItem[] {
  return (
    Array.isArray(candidate) &&
    candidate.every((item) => {
      const fields = fieldsOf(item);
      return typeof fields.get("content") === "string" && STATUSES.has(String(fields.get("status")));
    })
  );
}
