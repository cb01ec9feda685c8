// Prevents: an undo of a whole session that touches what is not ours, or is silent about what it cannot put back.
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeBench } from "../testing/run-command.ts";
import type { Bench, Ended } from "../testing/run-command.ts";

let bench: Bench;

beforeEach(() => {
  bench = makeBench();
});

afterEach(() => bench.remove());

const read = (path: string): string => readFileSync(join(bench.workspace, path), "utf8");
const undo = (...args: readonly string[]): Promise<Ended> => bench.run(["undo", "--yes", ...args]);

async function call(tool: string, input: object): Promise<void> {
  const ended = await bench.run(["call", tool, JSON.stringify(input)]);
  if (ended.code !== 0) throw new Error(ended.err);
}

test("E-006: undo puts back our files and touches no other, and can itself be undone", async () => {
  const data = Buffer.from([0, 255, 1, 254]);
  bench.write("out/data.bin", data);
  bench.write("a.txt", "one\n");
  await call("edit_file", { path: "a.txt", edits: [{ old_string: "one", new_string: "two" }] });
  await call("write_file", { path: "made.txt", content: "x" });
  for (let index = 0; index < 50; index += 1) bench.write(`other/${index}.txt`, String(index));
  const ended = await undo(".");
  expect(ended.code).toBe(0);
  expect(read("a.txt")).toBe("one\n");
  expect(existsSync(join(bench.workspace, "made.txt"))).toBe(false);
  expect(readFileSync(join(bench.workspace, "out/data.bin"))).toEqual(data);
  for (let index = 0; index < 50; index += 1) expect(read(`other/${index}.txt`)).toBe(String(index));
  const id = /wield undo (call_\w+)/.exec(ended.err)?.[1] ?? "none";
  expect(await undo(id)).toMatchObject({ code: 0 });
  expect([read("a.txt"), read("made.txt")]).toEqual(["two\n", "x"]);
});

test("E-007: the state before the first change is the one that comes back", async () => {
  bench.write("a.txt", "first\n");
  for (const content of ["second\n", "third\n"]) await call("write_file", { path: "a.txt", content });
  expect(await undo("a.txt")).toMatchObject({ code: 0 });
  expect(read("a.txt")).toBe("first\n");
  await call("write_file", { path: "new.txt", content: "x" });
  expect(await undo()).toMatchObject({ code: 0 });
  expect(existsSync(join(bench.workspace, "new.txt"))).toBe(false);
});

test("E-008: appending can be undone too, and what another program wrote behind it stays", async () => {
  writeFileSync(join(bench.workspace, "a.txt"), "x");
  await call("write_file", { path: "a.txt", content: "y", append: true });
  expect(read("a.txt")).toBe("xy");
  expect(await undo()).toMatchObject({ code: 0 });
  expect(read("a.txt")).toBe("x");
  await call("write_file", { path: "a.txt", content: "y", append: true });
  appendFileSync(join(bench.workspace, "a.txt"), "z");
  const refused = await undo();
  expect(refused.code).not.toBe(0);
  expect(refused.out + refused.err).toMatch(/^[-+ ].*xyz?$/m);
  expect(read("a.txt")).toBe("xyz");
});

test("E-009: what a command changed is put back or named", async () => {
  for (const name of ["a.txt", "b.txt", "c.txt"]) bench.write(name, `${name}\n`);
  const command = "rm b.txt; mv c.txt d.txt; echo x > e.txt";
  await call("terminal", { command });
  expect((await bench.run(["call", "terminal", '{"command":"rm d.txt; exit 3"}'])).code).toBe(1);
  await bench.run([
    "call",
    "edit_file",
    '{"path":"a.txt","edits":[{"old_string":"no","new_string":"such"}]}',
  ]);
  await call("edit_file", { path: "a.txt", edits: [{ old_string: "a.txt", new_string: "edited" }] });
  const ended = await undo(".");
  expect(ended).toMatchObject({ code: 0, out: "a.txt: put back\n" });
  expect(read("a.txt")).toBe("a.txt\n");
  const listed = await bench.run(["undo", "--list"]);
  for (const text of [ended.err, listed.out]) {
    expect(text).toContain(`terminal: cannot be taken back: ${command}`);
    expect(text).toContain("terminal: cannot be taken back: rm d.txt; exit 3");
    expect(text).not.toContain("edit_file: cannot");
  }
});
