// Prevents: a folder whose AGENTS.md stops every start in it, before anybody has trusted it, or shows the provider a
// file from outside.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readProjectInstructions } from "./project-instructions.ts";

let root: string;
let repository: string;
let inner: string;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "wield-agents-")));
  repository = join(root, "repository");
  inner = join(repository, "packages/one");
  mkdirSync(inner, { recursive: true });
  mkdirSync(join(repository, ".git"));
});

afterEach(() => rmSync(root, { recursive: true }));

test("those of the folder and above it up to the repository's root are read, the outermost first", async () => {
  expect(await readProjectInstructions(inner)).toBeUndefined();
  writeFileSync(join(root, "AGENTS.md"), "outside");
  writeFileSync(join(repository, "AGENTS.md"), "outer\n");
  writeFileSync(join(inner, "AGENTS.md"), "\ninner\n");
  expect(await readProjectInstructions(inner)).toBe("outer\n\ninner");
});

test("a pipe, a device, a folder and an empty file are no instructions, and nothing waits for them", async () => {
  execFileSync("mkfifo", [join(inner, "AGENTS.md")]);
  symlinkSync("/dev/zero", join(repository, "packages/AGENTS.md"));
  mkdirSync(join(repository, "AGENTS.md"));
  expect(await readProjectInstructions(inner)).toBeUndefined();
});

test("a link is followed within the repository and not out of it", async () => {
  writeFileSync(join(root, "id_rsa"), "a key");
  symlinkSync("../../../id_rsa", join(inner, "AGENTS.md"));
  expect(await readProjectInstructions(inner)).toBeUndefined();
  writeFileSync(join(repository, "CLAUDE.md"), "for all");
  symlinkSync("CLAUDE.md", join(repository, "AGENTS.md"));
  expect(await readProjectInstructions(inner)).toBe("for all");
});

test("what is too long is cut with the number of bytes, a huge file without being read whole", async () => {
  writeFileSync(join(repository, "AGENTS.md"), "é".repeat(40_000));
  const cut = await readProjectInstructions(inner);
  const [, bytes] =
    /\n… (\d+) bytes of AGENTS\.md were cut; read the file for the rest$/.exec(cut ?? "") ?? [];
  expect(Buffer.byteLength(cut?.replace(/\n….*$/, "") ?? "") + Number(bytes)).toBe(80_000);
  execFileSync("truncate", ["-s", "40G", join(inner, "AGENTS.md")]);
  expect(await readProjectInstructions(inner)).toContain("éé");
});

test("control codes and halves of characters do not reach the prompt", async () => {
  writeFileSync(join(inner, "AGENTS.md"), Buffer.from("a\0b\u001bc\xff", "latin1"));
  expect(await readProjectInstructions(inner)).toBe("abc\uFFFD");
});
