// Prevents: an operator who cannot find out which rule decides, and an explanation that does something.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeBench } from "../testing/run-command.ts";
import type { Bench } from "../testing/run-command.ts";

let bench: Bench;

beforeAll(() => {
  bench = makeBench();
  bench.write(
    "home/config.yaml",
    'tools:\n  rules:\n    - { match: { path: ".env" }, action: deny, reason: "secrets stay here" }\n',
  );
});

afterAll(() => bench.remove());

test("the rule that denies is named beside every other guard's answer", async () => {
  const { out, code } = await bench.run(["tools", "explain", "write_file", "path=.env", "content=x"]);
  expect(code).toBe(0);
  expect(out).toContain("write_file would be denied: a rule forbids this call");
  expect(out).toMatch(/floor +abstain\n/);
  expect(out).toMatch(/path rules +deny: .*secrets stay here/);
  expect(existsSync(join(bench.workspace, ".env"))).toBe(false);
});

test("a call that would run, one that asks and one that is not valid, for programs", async () => {
  const run = await bench.run(["tools", "explain", "write_file", "path=a.txt", "content=x", "--json"]);
  expect(JSON.parse(run.out)).toMatchObject({ decision: "run", input: { path: "a.txt" } });
  const ask = await bench.run([
    "tools",
    "explain",
    "write_file",
    '{"path": ".git/config", "content": ""}',
    "--json",
  ]);
  expect(JSON.parse(ask.out)).toMatchObject({ decision: "ask" });
  const refused = await bench.run(["tools", "explain", "write_file", "content=x", "--json"]);
  expect(JSON.parse(refused.out)).toMatchObject({ decision: "refused", code: "invalid_arguments" });
});

test("a command is shown part by part, with what it names, what cannot be known and the rule that always would save", async () => {
  const { out } = await bench.run([
    "tools",
    "explain",
    "terminal",
    "command=git add a && sudo cat .env | python3 -c x",
  ]);
  expect(out).toContain("terminal would be denied: a rule forbids this call (deny path: .env");
  expect(out).toContain("    1. git add a\n");
  expect(out).toContain("    3. cat .env (started by 2)\n");
  expect(out).toMatch(/ {4}read .*\/\.env \(3\)\n/);
  expect(out).toContain("    dangerous: it runs with the rights of another user\n");
  expect(out).toContain("    cannot be known: python3 -c x (what -c runs is code)\n");
  bench.write(
    "home/config.yaml",
    'tools:\n  approval_mode: prompt\n  rules:\n    - { match: { command: "rm -rf *" }, action: deny }\n',
  );
  const asked = await bench.run(["tools", "explain", "terminal", "command=git  'status'"]);
  expect(asked.out).toContain("the answer always would save: allow tool: terminal, command: git status\n");
  const denied = await bench.run(["tools", "explain", "terminal", "command=true; \\rm -r -f d"]);
  expect(denied.out).toMatch(
    /permission rules +deny: a rule forbids this call \(deny command: rm -rf \*; it is about /,
  );
});
