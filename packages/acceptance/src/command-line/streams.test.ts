// Prevents: a script that pipes into or out of the command getting half of something with a code of success, or a stack
// in the place of a sentence.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makePlaces, type Places } from "../command/places.ts";
import { commandEnvironment, ended, COMMAND, type Ended } from "../command/wield.ts";

/** Runs a line of shell in which `wield` is the command. */
function shell(places: Places, line: string): Promise<Ended> {
  const start = `wield() { "${process.execPath}" "${COMMAND}" "$@"; }; ${line}`;
  const child = spawn("bash", ["-c", start], {
    cwd: places.workspace,
    env: commandEnvironment({ home: places.home }),
    stdio: "pipe",
  });
  child.stdin.end();
  return ended(child, { limitMs: 120_000, what: line });
}

test.for(["call read_file path=a.txt", "call read_file path=a.txt --json", "tools --json", "journal"])(
  "an output that is full is said in one line, and the code is not that of success: wield %s",
  async (command) => {
    await using places = makePlaces();
    places.write("work/a.txt", "x\n");
    await places.run(["call", "read_file", "path=a.txt"]);
    const { code, err } = await shell(places, `wield ${command} > /dev/full`);
    expect(code).toBe(1);
    expect(err).toBe("the output cannot be written: ENOSPC: no space left on device, write\n");
  },
);

test("a reader that goes, and streams that are closed, end nothing with a stack", async () => {
  await using places = makePlaces();
  places.write("work/a.txt", `${"x".repeat(99)}\n`.repeat(2000));
  for (const [line, code] of [
    ["wield call read_file path=a.txt | head -n 1", 0],
    ["wield call read_file path=a.txt >&-", 0],
    ["wield call read_file path=nope 2>&-", 1],
    ["wield call read_file path=a.txt <&- >/dev/null", 0],
    ["wield call write_file - <&-", 1],
    ["wield <&-", 0],
  ] as const) {
    const done = await shell(places, line);
    expect({ line, code: done.code }).toEqual({ line, code });
    expect(done.err, line).not.toMatch(/fault of its own|\n {4}at /);
  }
});

test("megabytes come whole through standard input and from a file, and what is too much is refused", async () => {
  await using places = makePlaces();
  const content = `${"é".repeat(49)}\n`.repeat(100_000);
  places.write("work/draft.txt", content);
  const input = JSON.stringify({ path: "in.txt", content });
  expect(await places.run(["call", "write_file", "-"], { input })).toMatchObject({ code: 0 });
  expect(readFileSync(join(places.workspace, "in.txt"), "utf8")).toBe(content);
  expect(await places.run(["call", "write_file", "path=at.txt", "content=@draft.txt"])).toMatchObject({
    code: 0,
  });
  expect(readFileSync(join(places.workspace, "at.txt"), "utf8")).toBe(content);
  const tooMuch = JSON.stringify({ path: "much.txt", content: "x".repeat(17 * 1024 * 1024) });
  const refused = await places.run(["call", "write_file", "-"], { input: tooMuch });
  expect(refused).toMatchObject({ code: 1, out: "" });
  expect(refused.err).toContain("write in parts with append");
  for (const wrong of ["content=@missing.txt", "content=@.", "content=@/dev/zero"]) {
    const { code, out, err } = await places.run(["call", "write_file", "path=w.txt", wrong]);
    expect({ wrong, code, out }).toEqual({ wrong, code: 2, out: "" });
    expect(err).not.toMatch(/fault of its own/);
  }
  for (const broken of ['{"path":"b.txt","content":"x', "", "[]", "\u0000", '"text"', "{}{}"]) {
    const { code, out } = await places.run(["call", "write_file", "-"], { input: broken });
    expect({ broken, code, out }).toEqual({ broken, code: 1, out: "" });
  }
});
