// Prevents: a change that was made on a server taken back on this machine, where the same path is another file, or the
// other way round; and a doctor that says what was wished for.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { standInSsh, type StandInSsh } from "@wield/testkit";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Bench, type Ended, makeBench } from "../testing/run-command.ts";

let bench: Bench;
let server: StandInSsh;

beforeEach(() => {
  bench = makeBench();
  server = standInSsh(dirname(bench.workspace));
  use("ssh");
});

afterEach(() => bench.remove());

function use(backend: string): void {
  bench.write(
    "home/config.yaml",
    `workspace: { backend: ${backend} }\nssh: { server: web, folder: ~/app }\n`,
  );
}

const run = (...args: readonly string[]): Promise<Ended> => bench.run(args, { env: server.env });

test("an undo puts back what is on the server, with the folders that were made", async () => {
  server.write("app/a.txt", "one\n");
  // The same paths here: none of them may be touched.
  const twin = join(bench.workspace, "new/deep");
  mkdirSync(twin, { recursive: true });
  expect((await run("call", "write_file", "path=a.txt", "content=two")).code).toBe(0);
  expect((await run("call", "write_file", "path=new/deep/b.txt", "content=two")).code).toBe(0);
  const undone = await run("undo", "--yes");
  expect(undone.out).toContain("new/deep/b.txt: deleted");
  expect(existsSync(join(server.app, "new"))).toBe(false);
  expect(existsSync(twin)).toBe(true);
  expect((await run("undo", "a.txt", "--yes")).out).toBe("a.txt: put back\n");
  expect(readFileSync(join(server.app, "a.txt"), "utf8")).toBe("one\n");
});

test("what was changed at another place is refused by name, whatever is asked for, and nothing is touched", async () => {
  expect((await run("call", "write_file", "path=a.txt", "content=two")).code).toBe(0);
  writeFileSync(join(bench.workspace, "a.txt"), "two");
  use("local");
  const listed = await run("undo", "--list");
  expect(listed.out).toMatch(/write_file: a\.txt on ssh web:~\/app/);
  const id = /call_\w+/.exec(listed.out)?.[0] ?? "";
  for (const args of [[], [id], ["a.txt"]]) {
    const refused = await run("undo", "--yes", ...args);
    expect(refused.code).not.toBe(0);
    expect(refused.err).toContain(
      `${id} changed files on ssh web:~/app, and the work is on this machine now`,
    );
  }
  expect(readFileSync(join(bench.workspace, "a.txt"), "utf8")).toBe("two");
  use("ssh");
  expect((await run("undo", "--yes")).out).toBe("a.txt: deleted\n");
});

test("the doctor says what is really there, or why nothing is", async () => {
  const well = await run("doctor");
  expect(well.out).toMatch(/ok +server +files and commands are on web/);
  expect(well.out).toContain(`folder: ${server.app}`);
  server.fail("deploy@web: Permission denied (publickey).\n");
  const ill = await run("doctor");
  expect(ill.code).toBe(1);
  expect(ill.out).toMatch(/FAULT +server[^]*refused the login/);
});

test("commands that run no tool do not go to the server", async () => {
  server.fail("nobody asks for this\n");
  for (const args of [["sessions"], ["journal"], ["config", "get", "ssh.server"]]) {
    const ended = await run(...args);
    expect(ended.err).not.toContain("nobody asks");
    expect(ended.code).toBe(0);
  }
  expect((await run("call", "read_file", "path=a.txt")).err).toContain("nobody asks for this");
});
