// Prevents: a migration that is run twice or half, a database moved backward, and a step that was forgotten.
import { DatabaseSync } from "node:sqlite";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryHome } from "../testing/temporary-home.ts";
import { migrate, MIGRATIONS, NewerDatabaseError } from "./migrations.ts";
import type { Migration } from "./migrations.ts";

function versionOf(database: DatabaseSync): unknown {
  return database.prepare("PRAGMA user_version").get()?.["user_version"];
}

const addColumn: Migration = (database) => database.exec("ALTER TABLE call ADD COLUMN extra TEXT");

test("each step runs once, in order, from whatever version is there", () => {
  const path = join(temporaryHome(), "x.db");
  const database = new DatabaseSync(path);
  migrate(database);
  expect(versionOf(database)).toBe(MIGRATIONS.length);
  database.exec("INSERT INTO call (id, at) VALUES ('call_1', 1)");
  migrate(database, [...MIGRATIONS, addColumn]);
  migrate(database, [...MIGRATIONS, addColumn]);
  expect(versionOf(database)).toBe(MIGRATIONS.length + 1);
  expect(database.prepare("SELECT id, extra FROM call").all()).toEqual([{ id: "call_1", extra: null }]);
  database.close();
});

test("a step that fails leaves the version before it, whole", () => {
  const database = new DatabaseSync(":memory:");
  migrate(database);
  const fails: Migration = () => {
    throw new Error("no");
  };
  expect(() => migrate(database, [...MIGRATIONS, addColumn, fails])).toThrow("no");
  expect(versionOf(database)).toBe(MIGRATIONS.length);
  migrate(database, [...MIGRATIONS, addColumn]);
  database.close();
});

test("a newer database is not touched", () => {
  const database = new DatabaseSync(":memory:");
  migrate(database, [...MIGRATIONS, addColumn]);
  expect(() => migrate(database)).toThrow(NewerDatabaseError);
  expect(versionOf(database)).toBe(MIGRATIONS.length + 1);
  database.close();
});
