// Prevents: a home that nobody can write in told as a fault of Wield, with a stack, or by a wrong reason.
import { spawn } from "node:child_process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { COMMAND } from "../testing/command.ts";
import { follow, makeBench } from "../testing/run-command.ts";
import type { Bench, Ended } from "../testing/run-command.ts";
import { runScripted, SCRIPTED_PROGRAM } from "../testing/scripted.ts";

let bench: Bench;
let id: string;

beforeAll(async () => {
  bench = makeBench();
  const begun = await runScripted(bench, ["run", "hello"]);
  id = /ses_\w+/.exec(begun.err)?.[0] ?? "";
});

afterAll(() => bench.remove());

/** The home as it is on a disk that is mounted for reading. */
function runReadOnly(main: string, args: readonly string[]): Promise<Ended> {
  const { home, workspace } = bench;
  const command = ["--dev-bind", "/", "/", "--ro-bind", home, home, process.execPath, main, ...args];
  const env = { PATH: process.env["PATH"], HOME: workspace, WIELD_HOME: home };
  const child = spawn("bwrap", command, { cwd: workspace, env, stdio: "pipe" });
  child.stdin.end();
  return follow(child).ended;
}

test.each([
  ["a new conversation", SCRIPTED_PROGRAM, () => ["run", "--json", "hello"], 2],
  ["one that goes on", SCRIPTED_PROGRAM, () => ["run", "--resume", id, "hello"], 2],
  ["a name for one", COMMAND, () => ["sessions", "title", id, "other"], 1],
] as const)("%s says in a sentence that the disk is read-only", async (_what, main, args, code) => {
  const ended = await runReadOnly(main, args());
  expect(ended).toMatchObject({ code, out: "" });
  expect(ended.err).toMatch(/could not be saved: the file system is read-only\nHint: wield doctor/);
  expect(ended.err).not.toMatch(/fault of its own|\n {4}at /);
});

test("doctor names the reason, and what is stored can still be read", async () => {
  const doctor = await runReadOnly(COMMAND, ["doctor"]);
  expect(doctor.code).toBe(1);
  expect(doctor.out.replaceAll(/\s+/g, " ")).toContain("cannot be written: the file system is read-only");
  expect(await runReadOnly(COMMAND, ["sessions", "show", id])).toMatchObject({
    code: 0,
    out: expect.stringContaining("You said: hello"),
  });
});
