// Prevents: a crash test that passes because the process was not killed, or not where it says.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { makeWorkspaceFolder } from "../bench/workspace-folder.ts";
import { CRASH_AT_VARIABLE } from "./crash-points.ts";
import { randomInstants } from "./random-instants.ts";
import { runUntilKilled } from "./run-until-killed.ts";

const twoSteps = fileURLToPath(new URL("../../fixtures/crash/writes-in-two-steps.ts", import.meta.url));
const forEver = fileURLToPath(new URL("../../fixtures/crash/counts-for-ever.ts", import.meta.url));

test("a process dies standing at the named point, with what it had done on disk and nothing more", async () => {
  await using folder = await makeWorkspaceFolder({ target: "old" });
  const target = folder.at("target");
  const before = await runUntilKilled({
    script: twoSteps,
    args: [target],
    kill: { at: "before rename" },
  });
  expect(before).toMatchObject({ wasKilled: true, points: ["ready", "before rename"], stdout: "" });
  expect(readFileSync(target, "utf8")).toBe("old");
  expect(readdirSync(folder.path).toSorted()).toEqual(["target", "target.part"]);

  const after = await runUntilKilled({
    script: twoSteps,
    args: [target],
    kill: { at: "after rename" },
  });
  expect(after).toMatchObject({ wasKilled: true, stdout: "" });
  expect(readFileSync(target, "utf8")).toBe("new");
});

test("at its point a process stands still, however late the kill comes", async () => {
  await using folder = await makeWorkspaceFolder({ target: "old" });
  const run = await runUntilKilled({
    script: twoSteps,
    args: [folder.at("target")],
    env: { [CRASH_AT_VARIABLE]: "before rename" },
    kill: { after: "before rename", delayMs: 300 },
  });
  expect(run).toMatchObject({ wasKilled: true, points: ["ready", "before rename"], stdout: "" });
});

test("a process that ends before its instant is not said to have been killed", async () => {
  await using folder = await makeWorkspaceFolder();
  const run = await runUntilKilled({
    script: twoSteps,
    args: [folder.at("target")],
    kill: { at: "nowhere" },
  });
  expect(run).toMatchObject({ wasKilled: false, exitCode: 0, stdout: "done\n" });
});

test("a delay counts from the point, not from the start of the process", async () => {
  await using folder = await makeWorkspaceFolder();
  const run = await runUntilKilled({
    script: forEver,
    args: [folder.at("count")],
    kill: { after: "ready", delayMs: 20 },
  });
  expect(run.wasKilled).toBe(true);
  expect(existsSync(folder.at("count"))).toBe(true);
});

test("a process that never comes to its instant is ended, and the run rejects saying how far it came", async () => {
  await using folder = await makeWorkspaceFolder();
  const run = runUntilKilled({
    script: forEver,
    args: [folder.at("count")],
    kill: { at: "nowhere" },
    limitMs: 4000,
  });
  await expect(run).rejects.toThrow(/did not end within 4000 ms; it had come to ready/);
});

test("the same seed gives the same instants, another seed others", () => {
  const instants = randomInstants({ seed: 1, count: 50, maxMs: 30 });
  expect(instants).toHaveLength(50);
  expect(instants.every((delay) => delay >= 0 && delay <= 30)).toBe(true);
  expect(new Set(instants).size).toBeGreaterThan(40);
  expect(randomInstants({ seed: 1, count: 50, maxMs: 30 })).toEqual(instants);
  expect(randomInstants({ seed: 2, count: 50, maxMs: 30 })).not.toEqual(instants);
});
