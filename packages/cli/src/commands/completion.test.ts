// Prevents: a completion that offers what is not there, breaks a typed value, or fails in a real shell.
import { spawnSync } from "node:child_process";
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { COMMAND } from "../testing/command.ts";
import { makeBench } from "../testing/run-command.ts";
import type { Bench } from "../testing/run-command.ts";

let bench: Bench;

beforeAll(() => {
  bench = makeBench();
  bench.write("home/bin/wield", `#!/bin/sh\nexec "${process.execPath}" "${COMMAND}" "$@"\n`);
  chmodSync(join(bench.home, "bin/wield"), 0o755);
});

afterAll(() => bench.remove());

async function words(...typed: string[]): Promise<string[]> {
  const { out } = await bench.run(["completion", "words", "--", ...typed]);
  return out.split("\n").filter((line) => line !== "");
}

test("commands, commands below them, flags and their values", async () => {
  expect(await words("jou")).toEqual(["journal"]);
  expect(await words("tools", "c")).toEqual(["check"]);
  expect(await words("call", "--j")).toEqual(["--json"]);
  expect(await words("--approval-mode", "p")).toEqual(["prompt"]);
  expect(await words("tools", "--toolset", "cod")).toEqual(["coding"]);
});

test("tools, their parameters and the values of a switch", async () => {
  expect(await words("call", "write_")).toEqual(["write_file"]);
  expect(await words("call", "write_file", "path=a", "")).toEqual(["content=", "append="]);
  expect(await words("call", "write_file", "append=t")).toEqual(["append=true"]);
  expect(await words("call", "no_such_tool", "")).toEqual([]);
});

/** Asks a real bash what it would put in place of the last word. */
function inBash(line: string): string[] {
  const script = `eval "$(wield completion bash)"
COMP_LINE=${JSON.stringify(line)}; COMP_POINT=\${#COMP_LINE}
_wield 2>/dev/null; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout } = spawnSync("bash", ["-c", script], {
    encoding: "utf8",
    cwd: bench.workspace,
    env: { PATH: `${join(bench.home, "bin")}:${process.env["PATH"] ?? ""}`, WIELD_HOME: bench.home },
  });
  return stdout.split("\n").filter((found) => found !== "");
}

test("a real bash completes a command, a tool, a parameter and a value", () => {
  expect(inBash("wield doc")).toEqual(["doctor"]);
  expect(inBash("wield call read_f")).toEqual(["read_file"]);
  expect(inBash("wield call read_file off")).toEqual(["offset="]);
  expect(inBash("wield call write_file append=f")).toEqual(["false"]);
});

test("an unknown shell is answered with the known ones", async () => {
  const { err, code } = await bench.run(["completion", "tcsh"]);
  expect(code).toBe(2);
  expect(err).toContain("bash, zsh, fish");
});
