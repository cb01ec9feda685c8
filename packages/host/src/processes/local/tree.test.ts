// Prevents: a process of a command that is left running, and one of somebody else that is ended.
import { expect, test } from "vitest";
import type { ProcessRow } from "./process-table.ts";
import { rowsOfTree } from "./tree.ts";

const row = (pid: number, parent: number, more: Partial<ProcessRow> = {}): ProcessRow => ({
  pid,
  parent,
  group: more.group ?? pid,
  session: 10,
  name: "x",
  startTime: "1",
  marks: [],
  ...more,
});

const SHELL = row(10, 1, { marks: ["m"] });
const pids = (rows: readonly ProcessRow[]): number[] => rows.map(({ pid }) => pid);

test("what carries the mark belongs, wherever it hangs", () => {
  const table = [
    SHELL,
    row(20, 1, { marks: ["m.7"] }),
    row(21, 1, { marks: ["m.70"] }),
    row(22, 1, { marks: ["other", "m.7"] }),
  ];
  expect(pids(rowsOfTree(table, { mark: "m.7", spare: [10] }))).toEqual([20, 22]);
  expect(pids(rowsOfTree(table, { mark: "m" }))).toEqual([10, 20, 21, 22]);
});

test("descendants and the groups of heads belong, whatever their environment says", () => {
  const table = [
    row(20, 1, { marks: ["m.7"] }),
    row(21, 20),
    row(22, 21),
    row(23, 1, { group: 30 }),
    row(24, 1),
  ];
  expect(pids(rowsOfTree(table, { mark: "m.7", heads: [30] }))).toEqual([20, 21, 22, 23]);
});

test("the shell is left alone, and what it started belongs", () => {
  const table = [SHELL, row(11, 10, { marks: ["m"] }), row(12, 11)];
  expect(pids(rowsOfTree(table, { mark: "m.7", spare: [9, 10] }))).toEqual([11, 12]);
});

test("a copy of the shell that began a group of its own belongs by what it started", () => {
  const copy = row(20, 1, { marks: ["m"] });
  const table = [SHELL, copy, row(21, 20, { marks: ["m.7"] }), row(22, 1, { marks: ["m"] })];
  expect(pids(rowsOfTree(table, { mark: "m.7", spare: [10] }))).toEqual([20, 21]);
});

test("a copy that runs no program just now belongs when it began after the command did", () => {
  const table = [SHELL, row(20, 1, { marks: ["m"] }), row(30, 1, { marks: ["m"] }), row(31, 1)];
  expect(pids(rowsOfTree(table, { mark: "m.7", spare: [10], copiesSince: 25 }))).toEqual([30]);
});
