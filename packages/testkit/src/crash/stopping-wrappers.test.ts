// Prevents: a crash test that kills somewhere else than where a change is made.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { makeWorkspaceFolder } from "../bench/workspace-folder.ts";
import { runUntilKilled } from "./run-until-killed.ts";

const script = fileURLToPath(new URL("../../fixtures/crash/appends-a-line.ts", import.meta.url));

/** Kills the program at `point` and says what is in its workspace then. */
async function killedAt(point: string) {
  await using folder = await makeWorkspaceFolder();
  const run = await runUntilKilled({ script, env: { TMPDIR: folder.path }, kill: { at: point } });
  const left = readdirSync(folder.path, { recursive: true, encoding: "utf8" });
  const notes = left.find((path) => path.endsWith("/notes.md"));
  return {
    ...run,
    notes: notes === undefined ? undefined : readFileSync(folder.at(notes), "utf8"),
  };
}

test("a call passes its points in this order", async () => {
  const run = await killedAt("nowhere");
  expect(run).toMatchObject({ wasKilled: false, stdout: "ok\n", notes: "old\nnew\n" });
  expect(run.points).toEqual([
    "ready",
    "before proposed",
    "after proposed",
    "before decided",
    "after decided",
    "before intent",
    "after intent",
    "before undo data",
    "before change",
    "after change",
    "before outcome",
    "after outcome",
  ]);
});

test.each([
  ["before intent", "old\n"],
  ["after intent", "old\n"],
  ["before change", "old\n"],
  ["after change", "old\nnew\n"],
])("killed %s, the file holds what it held or what it was to hold, whole", async (point, notes) => {
  expect(await killedAt(point)).toMatchObject({ wasKilled: true, stdout: "", notes });
});
