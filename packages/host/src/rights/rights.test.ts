// Prevents: a file lost, its owner changed or a closed one replaced where this process has few rights.
import { execFile } from "node:child_process";
import {
  chmodSync,
  chownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Outcome } from "@wield/core";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createLocalFiles, localFilesHolding } from "../files/local-files.ts";
import { createScopeFixture } from "../files/scope-fixture.ts";

const run = promisify(execFile);
const isRoot = process.getuid?.() === 0;
/** Who the program runs as: `nobody` when this is root. */
const USER = isRoot ? 65534 : (process.getuid?.() ?? 0);
const GROUP = isRoot ? 65534 : (process.getgid?.() ?? 0);

let base: string;
let w: string;

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "wield-rights-")));
  chmodSync(base, 0o755);
  w = join(base, "w");
  folder("w");
});

afterEach(() => {
  for (const name of readdirSync(w))
    if (lstatSync(join(w, name)).isDirectory()) chmodSync(join(w, name), 0o755);
  rmSync(base, { recursive: true, force: true });
});

function folder(path: string, mode = 0o755): string {
  const full = join(base, path);
  mkdirSync(full);
  chownSync(full, USER, GROUP);
  chmodSync(full, mode);
  return full;
}

interface Owned {
  readonly mode?: number;
  readonly user?: number;
  readonly group?: number;
}

function file(
  path: string,
  content: string,
  { mode = 0o644, user = USER, group = GROUP }: Owned = {},
): string {
  const full = join(w, path);
  writeFileSync(full, content);
  chownSync(full, user, group);
  chmodSync(full, mode);
  return full;
}

type Noted = Outcome<{ readonly notes: readonly string[] }>;
type Step = readonly [operation: string, path: string, content?: string, times?: string];

/** What each step ended with, done one after the other by an ordinary user. */
async function asUser(
  steps: readonly Step[],
  { closedFolder = "", limit = "unlimited" } = {},
): Promise<{ readonly outcomes: readonly Noted[]; readonly undo: number }> {
  const program = join(import.meta.dirname, "change-as-user.program.ts");
  const { stdout } = await run("sh", [
    "-c",
    `ulimit -f ${limit}; exec "$0" "$@"`,
    process.execPath,
    program,
    base,
    JSON.stringify(steps),
    closedFolder,
  ]);
  const answer = JSON.parse(stdout);
  // Giving up rights must not make it fall back to a weaker way.
  expect(answer.holding).toBe(localFilesHolding());
  return answer;
}

const notes = (outcome: Noted | undefined): string => {
  if (outcome === undefined) return "nothing";
  return outcome.ok ? outcome.value.notes.join("\n") : `${outcome.code}: ${outcome.message}`;
};

test("F-033: where the folder is not writable the file is written in place, after its undo data, and it is told", async () => {
  folder("w/d");
  const path = file("d/f", "old content");
  const { ino } = lstatSync(path);
  chmodSync(join(w, "d"), 0o555);
  const { outcomes, undo } = await asUser([["write", "d/f", "new"]]);
  expect(outcomes.map(notes)).toEqual([
    "d/f was not written atomically: its folder is not writable (permission denied)",
  ]);
  expect(undo).toBe(1);
  expect(readFileSync(path, "utf8")).toBe("new");
  expect(lstatSync(path).ino).toBe(ino);
  expect(readdirSync(join(w, "d"))).toEqual(["f"]);
});

test("where the rename is refused in the last moment the file is written in place", async () => {
  const d = folder("w/d");
  file("d/f", "old content");
  const { outcomes } = await asUser([["write", "d/f", "new"]], { closedFolder: d });
  expect(outcomes.map(notes)).toEqual([
    "d/f was not written atomically: it could not be replaced (permission denied)",
  ]);
  expect(readFileSync(join(d, "f"), "utf8")).toBe("new");
});

test("a file closed to this user is neither replaced nor read", async () => {
  const closed = file("closed", "old", { mode: 0o444 });
  const secret = file("secret", "old", { mode: 0o000 });
  const { outcomes, undo } = await asUser([
    ["write", "closed", "new"],
    ["append", "closed", "new"],
    ["write", "secret", "new"],
    ["append", "secret", "new"],
    ["read", "secret"],
    ["delete", "secret"],
  ]);
  expect(outcomes.map(notes)).toEqual([
    "io_error: cannot write closed: permission denied",
    "io_error: cannot write closed: permission denied",
    "io_error: cannot write secret: permission denied",
    "io_error: cannot write secret: permission denied",
    "io_error: cannot read secret: permission denied",
    "io_error: cannot delete secret: permission denied",
  ]);
  expect(undo).toBe(0);
  expect(readFileSync(closed, "utf8")).toBe("old");
  chmodSync(secret, 0o600);
  expect(readFileSync(secret, "utf8")).toBe("old");
  expect(readdirSync(w)).toEqual(["closed", "secret"]);
});

test("a folder closed to this user takes nothing, gives nothing and keeps what it has", async () => {
  folder("w/shut");
  file("shut/f", "old");
  chmodSync(join(w, "shut"), 0o555);
  const { outcomes: readable } = await asUser([
    ["write", "shut/new", "x"],
    ["write", "shut/a/b", "x"],
    ["delete", "shut/f"],
  ]);
  chmodSync(join(w, "shut"), 0o000);
  const { outcomes: closed } = await asUser([
    ["read", "shut/f"],
    ["write", "shut/f", "x"],
    ["append", "shut/f", "x"],
    ["delete", "shut/f"],
    ["list", "shut"],
  ]);
  for (const outcome of [...readable, ...closed])
    expect(notes(outcome)).toMatch(/^io_error: .*permission denied/);
  chmodSync(join(w, "shut"), 0o755);
  expect(readdirSync(join(w, "shut"))).toEqual(["f"]);
  expect(readFileSync(join(w, "shut/f"), "utf8")).toBe("old");
});

test("owner and group are kept, by a rename where they can be and in place where they cannot", async () => {
  // Only root can make files of others; for anyone else these are files of their own.
  const others = isRoot
    ? [
        [0, 0],
        [USER, 0],
        [12345, GROUP],
      ]
    : [];
  const owners = [[USER, GROUP], ...others];
  for (const [index, [user, group]] of owners.entries()) {
    file(`f${index}`, "old content", { mode: 0o666, user: user ?? USER, group: group ?? GROUP });
  }
  const { outcomes, undo } = await asUser(owners.map((_, index) => ["write", `f${index}`, "new"]));
  expect(undo).toBe(owners.length);
  for (const [index, owner] of owners.entries()) {
    const told =
      index === 0
        ? /^$/
        : new RegExp(`^f${index} was not written atomically: it belongs to another (?:user|group)$`);
    expect(notes(outcomes[index])).toMatch(told);
    const stats = lstatSync(join(w, `f${index}`));
    expect([stats.uid, stats.gid, stats.mode & 0o7777]).toEqual([...owner, 0o666]);
    expect(readFileSync(join(w, `f${index}`), "utf8")).toBe("new");
  }
  expect(readdirSync(w)).toHaveLength(owners.length);
});

test("this process keeps owner, group and mode as far as it may", async () => {
  const [user, group] = isRoot ? [12345, 23456] : [USER, GROUP];
  const path = file("f", "old", { mode: 0o4750, user, group });
  const files = createLocalFiles().open(
    createScopeFixture({ root: w, readRoots: [], writeRoots: [], home: base }),
  );
  expect(await files.write("f", "new")).toMatchObject({ ok: true, value: { notes: [] } });
  const stats = lstatSync(path);
  expect([stats.uid, stats.gid, stats.mode & 0o7777]).toEqual([user, group, 0o4750]);
});

test("where there is no room for the new content the file is as it was, and nothing stays behind", async () => {
  file("plain", "old");
  file("linked", "old");
  linkSync(join(w, "linked"), join(w, "second"));
  // Blocks of half or one kilobyte, as the shell has it: less than is written below.
  const { outcomes } = await asUser(
    [
      ["write", "plain", "x", "500000"],
      ["write", "linked", "x", "500000"],
      ["append", "plain", "x", "500000"],
      ["write", "d/e/new", "x", "500000"],
      ["append", "d/new", "x", "500000"],
    ],
    { limit: "100" },
  );
  expect(outcomes.map(notes)).toEqual([
    "io_error: cannot write plain: file too large",
    "io_error: cannot write linked: file too large; the file is as it was",
    "io_error: cannot write plain: file too large; the file is as it was",
    "io_error: cannot write d/e/new: file too large",
    "io_error: cannot write d/new: file too large",
  ]);
  expect(readdirSync(w)).toEqual(["linked", "plain", "second"]);
  for (const name of ["plain", "linked"]) expect(readFileSync(join(w, name), "utf8")).toBe("old");
});
