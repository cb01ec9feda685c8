// Prevents: an undo that loses somebody's own change, leaves something half put back, or cannot itself be taken back.
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeBench } from "../testing/run-command.ts";
import type { Bench, Ended } from "../testing/run-command.ts";
import { openTerminal } from "../testing/terminal.ts";

let bench: Bench;

beforeEach(() => {
  bench = makeBench();
});

afterEach(() => bench.remove());

const read = (path: string): string => readFileSync(join(bench.workspace, path), "utf8");
const exists = (path: string): boolean => existsSync(join(bench.workspace, path));

async function call(tool: string, input: object): Promise<void> {
  const ended = await bench.run(["call", tool, JSON.stringify(input)]);
  if (ended.code !== 0) throw new Error(ended.err);
}

const undo = (...args: readonly string[]): Promise<Ended> => bench.run(["undo", "--yes", ...args]);

/** Ids of the calls of a tool, newest first. */
async function callsOf(tool: string): Promise<readonly string[]> {
  const { out } = await bench.run(["journal", "--json", "--tool", tool]);
  return (JSON.parse(out) as readonly { readonly callId: string }[]).map(({ callId }) => callId);
}

const SEVERAL = `import { defineTool, Files, ok } from "wield";
  import * as z from "zod";
  export default defineTool({
    name: "several", description: "Writes, appends and deletes several files.",
    input: z.strictObject({
      write: z.array(z.string()).default([]).describe("Files to write."),
      append: z.array(z.string()).default([]).describe("Files to append to."),
      remove: z.array(z.string()).default([]).describe("Files to delete."),
    }),
    mutates: true, needs: [Files],
    effects: (input) => [
      ...[...input.write, ...input.append].map((path) => ({ kind: "write", path })),
      ...input.remove.map((path) => ({ kind: "delete", path })),
    ],
    async run({ write, append, remove }, { files }) {
      for (const path of write) { const done = await files.write(path, "written " + path + "\\n"); if (!done.ok) return done; }
      for (const path of append) { const done = await files.append(path, "more\\n"); if (!done.ok) return done; }
      for (const path of remove) { const done = await files.delete(path); if (!done.ok) return done; }
      return ok("done");
    },
  });`;

test("the newest call is taken back, and again the one before, each as a call of its own", async () => {
  bench.write("a.txt", "first\n");
  await call("read_file", { path: "a.txt" });
  await call("edit_file", { path: "a.txt", edits: [{ old_string: "first", new_string: "second" }] });
  await call("edit_file", { path: "a.txt", edits: [{ old_string: "second", new_string: "third" }] });
  expect(await undo()).toMatchObject({ code: 0, out: "a.txt: put back\n" });
  expect(read("a.txt")).toBe("second\n");
  expect(await undo()).toMatchObject({ code: 0 });
  expect(read("a.txt")).toBe("first\n");
  const third = await undo();
  expect(third).toMatchObject({ code: 1, out: "" });
  expect(third.err).toContain("no call in this workspace can be taken back");
  expect(await callsOf("undo_changes")).toHaveLength(2);
});

test("an undo is taken back by its id", async () => {
  bench.write("a.txt", "old\n");
  await call("write_file", { path: "b.txt", content: "new\n" });
  const undone = await undo();
  expect(exists("b.txt")).toBe(false);
  const id = /wield undo (call_\w+)/.exec(undone.err)?.[1] ?? "";
  expect(await undo(id)).toMatchObject({ code: 0, out: "b.txt: made again\n" });
  expect(read("b.txt")).toBe("new\n");
  const again = await undo(id);
  expect(again.err).toContain("was taken back by");
  expect(again.code).toBe(1);
});

test("a file the call made goes, with the folders it made when nothing else is in them", async () => {
  mkdirSync(join(bench.workspace, "kept"));
  await call("write_file", { path: "kept/deep/er/a.txt", content: "x" });
  expect(await undo()).toMatchObject({ code: 0 });
  expect(exists("kept/deep")).toBe(false);
  expect(exists("kept")).toBe(true);

  await call("write_file", { path: "kept/deep/er/a.txt", content: "x" });
  bench.write("kept/deep/mine.txt", "mine");
  expect(await undo()).toMatchObject({ code: 0 });
  expect(exists("kept/deep/er")).toBe(false);
  expect(read("kept/deep/mine.txt")).toBe("mine");
});

test("E-undo: a file changed since is refused with a diff and nothing is touched; --force puts it back", async () => {
  bench.write("home/tools/several.ts", SEVERAL);
  bench.write("a.txt", "a\n");
  bench.write("b.txt", "b\n");
  await call("several", { write: ["a.txt", "b.txt"] });
  writeFileSync(join(bench.workspace, "b.txt"), "written b.txt\nmy line\n");
  const refused = await undo();
  expect(refused).toMatchObject({ code: 1, out: "" });
  expect(refused.err).toContain("nothing was touched: b.txt: it was changed after call_");
  expect(refused.err).toContain("-my line");
  expect([read("a.txt"), read("b.txt")]).toEqual(["written a.txt\n", "written b.txt\nmy line\n"]);
  expect(await undo("--force")).toMatchObject({ code: 0 });
  expect([read("a.txt"), read("b.txt")]).toEqual(["a\n", "b\n"]);
});

test("writes, appends and deletions of one call go back together, bytes and mode", async () => {
  bench.write("home/tools/several.ts", SEVERAL);
  bench.write("log.txt", "one\n");
  bench.write("gone.sh", Buffer.from([0x23, 0x21, 0xff, 0x00, 0x0a]));
  chmodSync(join(bench.workspace, "gone.sh"), 0o750);
  await call("several", { write: ["new/n.txt"], append: ["log.txt"], remove: ["gone.sh"] });
  expect([read("log.txt"), exists("gone.sh")]).toEqual(["one\nmore\n", false]);
  expect(await undo()).toMatchObject({ code: 0 });
  expect([read("log.txt"), exists("new")]).toEqual(["one\n", false]);
  expect(readFileSync(join(bench.workspace, "gone.sh"))).toEqual(Buffer.from([0x23, 0x21, 0xff, 0x00, 0x0a]));
  expect(statSync(join(bench.workspace, "gone.sh")).mode & 0o777).toBe(0o750);
});

test("an append that somebody wrote behind is refused, and forced it keeps the old beginning", async () => {
  bench.write("home/tools/several.ts", SEVERAL);
  bench.write("log.txt", "one\n");
  await call("several", { append: ["log.txt"] });
  appendFileSync(join(bench.workspace, "log.txt"), "mine\n");
  expect(await undo()).toMatchObject({ code: 1 });
  expect(read("log.txt")).toBe("one\nmore\nmine\n");
  expect(await undo("--force")).toMatchObject({ code: 0 });
  expect(read("log.txt")).toBe("one\n");
});

test("a path goes back through all calls of the session that changed it, others stay", async () => {
  bench.write("home/tools/several.ts", SEVERAL);
  bench.write("a.txt", "start\n");
  await call("several", { write: ["a.txt", "b.txt"] });
  await call("several", { append: ["a.txt"] });
  await call("several", { write: ["b.txt"] });
  expect(await undo("a.txt")).toMatchObject({ code: 0, out: "a.txt: put back\n" });
  expect(read("a.txt")).toBe("start\n");
  expect(read("b.txt")).toBe("written b.txt\n");
  // What is left of the first call is taken back without touching the path that is back already.
  expect(await undo()).toMatchObject({ code: 0, out: "b.txt: is already as it was\n" });
  expect(await undo()).toMatchObject({ code: 0, out: "b.txt: deleted\na.txt: is already as it was\n" });
  expect(await undo()).toMatchObject({ code: 1 });
  expect([read("a.txt"), exists("b.txt")]).toEqual(["start\n", false]);
});

test("an own change between two calls is not lost by taking back both", async () => {
  bench.write("a.txt", "0\n");
  bench.write("home/tools/several.ts", SEVERAL);
  await call("several", { append: ["a.txt"] });
  appendFileSync(join(bench.workspace, "a.txt"), "mine\n");
  await call("several", { append: ["a.txt"] });
  const refused = await undo("a.txt");
  expect(refused.code).toBe(1);
  expect(refused.err).toContain("without Wield");
  expect(read("a.txt")).toBe("0\nmore\nmine\nmore\n");
});

test("it asks on a terminal, showing what would happen, and nowhere else runs without --yes", async () => {
  await call("write_file", { path: "a.txt", content: "x" });
  expect(await bench.run(["undo"])).toMatchObject({ code: 3, out: "" });
  expect(exists("a.txt")).toBe(true);
  const no = openTerminal(bench, ["undo"]);
  await no.shows("delete");
  await no.shows("a.txt: is deleted");
  await no.shows("allow? [y/n]");
  no.type("n\r");
  expect(await no.ended).toBe(3);
  expect(no.shown()).toMatch(/\nnothing was put back\s*<<exit/);
  expect(exists("a.txt")).toBe(true);
  const yes = openTerminal(bench, ["undo"]);
  await yes.shows("allow? [y/n]");
  yes.type("y\r");
  expect(await yes.ended).toBe(0);
  expect(exists("a.txt")).toBe(false);
});

test("mode deny holds for an undo too, and no tool of that name can be called", async () => {
  await call("write_file", { path: "a.txt", content: "x" });
  expect(await undo("--approval-mode", "deny")).toMatchObject({ code: 3 });
  expect(exists("a.txt")).toBe(true);
  const direct = await bench.run([
    "call",
    "undo_changes",
    '{"changes":[],"deletes":[],"folders":[],"force":true}',
  ]);
  expect(direct.code).toBe(2);
});

test("the list names what can be taken back and what cannot", async () => {
  bench.write(
    "home/tools/send.ts",
    `import { defineTool, ok } from "wield";
     import * as z from "zod";
     export default defineTool({ name: "send", description: "Sends something away.", input: z.strictObject({}), mutates: true, run: () => ok("sent it") });`,
  );
  await call("write_file", { path: "a.txt", content: "x" });
  await call("send", {});
  const { out } = await bench.run(["undo", "--list"]);
  const [first, second] = out.split("\n");
  expect(first).toContain("send: cannot be taken back: sent it");
  expect(second).toContain("write_file: a.txt");
  const newest = await undo();
  expect(newest).toMatchObject({ code: 0, out: "a.txt: deleted\n" });
  expect(newest.err).toContain("send: cannot be taken back: sent it");
  await call("write_file", { path: "b.txt", content: "x" });
  expect((await undo()).err).not.toContain("send");
});

test("undo data of another folder is out of reach, and an unknown path says so", async () => {
  await call("write_file", { path: "a.txt", content: "x" });
  const other = join(bench.workspace, "..", "other");
  mkdirSync(other);
  expect((await bench.run(["undo", "--yes"], { cwd: other })).err).toContain("no call in this workspace");
  expect((await undo("nope.txt")).err).toContain("no kept change of nope.txt");
  rmSync(other, { recursive: true });
});
