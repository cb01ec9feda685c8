// Prevents: processes of another place that are not found, or found under a wrong name or mark.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { readProcess } from "../local/process-table.ts";
import { parseTable, TABLE_SCRIPT } from "./table-script.ts";

test("the rows are what the kernel of this machine says itself", async () => {
  const child = spawn("sleep", ["600"], { env: { PATH: process.env["PATH"], WIELD_PROCESS: "outer:abc.7" } });
  await once(child, "spawn");
  try {
    const rows = parseTable(execFileSync("/bin/sh", ["-c", TABLE_SCRIPT], { encoding: "utf8" }));
    const row = rows.find(({ pid }) => pid === child.pid);
    expect(row).toEqual(readProcess(child.pid ?? 0));
    expect(row).toMatchObject({ name: "sleep", marks: ["outer", "abc.7"], parent: process.pid });
  } finally {
    child.kill("SIGKILL");
  }
});

test("names with brackets, blanks and line ends in an answer that was cut are no reason to fail", () => {
  expect(parseTable("1\n")).toEqual([]);
  expect(parseTable("")).toEqual([]);
  const [row] = parseTable(
    "1\n7 (a) b (c)) S 2 7 7 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 99 0\n\n==> /proc/7/environ <==\nWIELD_PROCESS=m.1\n",
  );
  expect(row).toMatchObject({ pid: 7, name: "a) b (c)", parent: 2, marks: ["m.1"] });
});
