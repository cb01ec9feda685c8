// Prevents: a command line that holds up, breaks or fills the process that only looks at it.
import { spawnSync } from "node:child_process";
import type { ParseShell } from "@wield/core";
import { beforeAll, expect, test } from "vitest";
import { createCommandParser } from "./create-command-parser.ts";

let parse: ParseShell;

beforeAll(async () => {
  parse = await createCommandParser().open();
});

/** Turns of the event loop until something is there. */
async function turnsUntil(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  let next = setImmediate(count);
  function count(): void {
    turns += 1;
    next = setImmediate(count);
  }
  await work;
  clearImmediate(next);
  return turns;
}

test.each([
  ["alternatives of patterns, which the grammar looks at again and again", `ls ${"@(a|b)".repeat(800)}`],
  ["redirections of nothing", "<".repeat(4000)],
  ["a long chain", "a; ".repeat(30_000)],
  ["a long pipe", "a | ".repeat(25_000)],
])("%s: other work goes on meanwhile", async (_what, line) => {
  await parse("ls");
  const work = parse(line);
  expect(await turnsUntil(work)).toBeGreaterThan(5);
  expect((await work).unreadable).not.toEqual([]);
});

test("lines that were too much for the grammar leave the next one as it is", async () => {
  const heavy = Array.from({ length: 8 }, (_, at) => parse(`${"a | ".repeat(20_000)}${at}`));
  const light = parse("ls -l | wc");
  for (const one of heavy) expect((await one).unreadable).not.toEqual([]);
  const { commands, unreadable } = await light;
  expect([commands.map(({ source }) => source), unreadable]).toEqual([["ls -l", "wc"], []]);
});

test("lines that are read at once come back each with its own parts", async () => {
  const lines = Array.from({ length: 50 }, (_, at) => `echo ${at}`);
  const read = await Promise.all(lines.map(parse));
  expect(read.map(({ commands }) => commands[0]?.source)).toEqual(lines);
});

test("more parts than anybody looks through are unreadable, and a long text is not", async () => {
  expect((await parse(`echo ${"a ".repeat(9000)}`)).unreadable[0]?.reason).toBe("it has too many parts");
  const text = "if (a && b) { c(`${d}`); } # it's\n".repeat(2500);
  const { commands, unreadable } = await parse(`cat > f.js <<'END'\n${text}END\nls`);
  expect([commands.length, unreadable]).toEqual([2, []]);
});

test("a thread that waits keeps no process alive", () => {
  const parser = new URL("./create-command-parser.ts", import.meta.url).href;
  const script = `import { createCommandParser } from ${JSON.stringify(parser)};
    const parse = await createCommandParser().open(); console.log((await parse("ls")).commands.length);`;
  const ran = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
    encoding: "utf8",
    timeout: 60_000,
  });
  expect([ran.status, ran.stdout]).toEqual([0, "1\n"]);
});
