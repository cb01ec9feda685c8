// Prevents: a line that bash reads in another way than the grammar, so that something runs which nobody judged.
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type CommandPart, type ParseShell, readCommand } from "@wield/core";
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCommandParser } from "./create-command-parser.ts";

const PROGRAMS = ["rm", "sudo", "ls", "cat", "foo", "bar"];

let folder: string;
let parse: ParseShell;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "wield-bash-"));
  for (const name of ["bin", "w"]) mkdirSync(join(folder, name));
  for (const name of PROGRAMS) {
    const path = join(folder, "bin", name);
    // Says what it was started as: words apart by 0x1f, starts apart by 0x1e; in one write, since several may write at once.
    writeFileSync(
      path,
      `#!/bin/sh\ns=${name}\nfor w; do s="$s$BORDER$w"; done\nprintf '%s\\036' "$s" >>"$LOG"\n`,
    );
    chmodSync(path, 0o755);
  }
  parse = await createCommandParser().open();
});

// What a line left in the background may still write there.
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));

const BASES = [
  "rm -rf d",
  `foo 'x y' "a $x b" bar`,
  "ls | cat",
  "ls && rm d || foo",
  "(foo; bar) > out",
  "{ foo; bar; } 2>&1",
  "if foo; then bar; else rm d; fi",
  "for i in a b; do foo $i; done",
  "case a in a) rm b;; *) ls;; esac",
  "while rm; do break; done",
  "f() { rm d; }; f",
  "foo $(rm d)",
  "foo `rm d`",
  `foo "$(rm d)"`,
  "cat <<E\nx $(rm d)\nE\nfoo",
  "cat <<'E'\nx $(rm d)\nE\nfoo",
  "cat <<-E\n\tx\n\tE\nrm d",
  "cat <<A; cat <<B\n1\nA\n2\nB\nrm d",
  "cat <(rm d)",
  "A=1 foo",
  "x=$(rm d); foo",
  "foo # rm d\nbar",
  "foo a\\\nb",
  "eval 'rm d; foo'",
  "command rm d",
  "foo {a,b}",
  "foo ${x:-$(rm d)}",
  "[[ -n $(rm d) ]] && foo",
  "! rm d",
  "time rm d",
  "foo $'a\\'b' rm",
  "foo > a b",
  "rm <<< foo",
  "set -- a; foo",
  "exec rm d",
  "foo ~/x *",
  "((x=1)); foo",
  "foo $((1+$(rm d)))",
  "function f { foo; }\nf",
  "declare z=$(rm d)",
  "foo |& cat",
  "if [ a = a ]; then rm d; fi",
  `foo \\$x 'a'"b"\\"c`,
];

const PIECES =
  "rm|foo|ls|-rf|x y| |  |'|\"|$(|)|(|`|;|&&|\n|>|<|2>|<<E\n|\nE\n|<<'E'\n|<<<|{ |; }|\\|\\\n|$x|${x:-|}|if |; then |; fi|; do |; done|=|A=1 |#| #|*|[[ | ]]|! |f() |$'|$\"|\\'|~|{a,b}|time |((|))|<(|\t|export |eval |command |\r|\u00a0|é|:|;;|!(|in|do|done";

const pieces = fc.constantFrom(...PIECES.split("|"), "|", "||", "|&");

/** Lines that are right, and what becomes of them when something is put in, taken out or turned round. */
const lines = fc
  .tuple(
    fc.constantFrom(...BASES),
    fc.constantFrom(...BASES),
    fc.constantFrom("", "", "; ", "\n", " && ", " | ", " "),
    fc.array(fc.tuple(fc.nat(), pieces, fc.constantFrom("insert", "replace", "delete", "turn"), fc.nat(3)), {
      maxLength: 3,
    }),
  )
  .map(([first, second, between, edits]) => {
    let line = between === "" ? first : first + between + second;
    for (const [place, piece, how, length] of edits) {
      const at = place % (line.length + 1);
      const [before, after] = [line.slice(0, at), line.slice(at)];
      if (how === "insert") line = before + piece + after;
      else if (how === "replace") line = before + piece + after.slice(length);
      else if (how === "delete") line = before + after.slice(1 + length);
      else line = after + before;
    }
    return line;
  });

/** What bash starts, each with its words. */
function startedByBash(line: string, log: string): readonly (readonly string[])[] {
  spawnSync("/bin/bash", ["--norc", "-c", line], {
    cwd: join(folder, "w"),
    env: { PATH: join(folder, "bin"), HOME: folder, LOG: log, BORDER: "\u001F", x: "val" },
    stdio: "ignore",
    timeout: 5000,
  });
  if (!existsSync(log)) return [];
  return readFileSync(log, "latin1")
    .split("\u001E")
    .filter((start) => start !== "")
    .map((start) => start.split("\u001F"));
}

function says(part: CommandPart, started: readonly string[]): boolean {
  const [program] = part.words;
  if (program === undefined) return false;
  if (!program.isLiteral) return true;
  if (program.text.split("/").at(-1) !== started[0]) return false;
  if (part.words.some(({ isLiteral }) => !isLiteral)) return true;
  const isSame = part.words.every(
    ({ text, path }, at) =>
      at === 0 || path !== undefined || Buffer.from(text).toString("latin1") === started[at],
  );
  return isSame && part.words.length === started.length;
}

test("everything that bash starts is among the parts of the line, or the line is unreadable", async () => {
  let count = 0;
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(lines, async (line) => {
      count += 1;
      const { parts, unreadable } = await readCommand(line, parse);
      if (unreadable.length > 0) return;
      for (const started of startedByBash(line, join(folder, `log${count}`))) {
        compared += 1;
        expect(
          parts.some((part) => says(part, started)),
          `${line}\nstarts ${started.join(" ")}`,
        ).toBe(true);
      }
    }),
    // The same lines each time; WIELD_BASH_SEED looks at others.
    {
      numRuns: Number(process.env["WIELD_BASH_RUNS"] ?? 250),
      seed: Number(process.env["WIELD_BASH_SEED"] ?? 7),
    },
  );
  // Most lines are broken: the comparison is worth nothing if all are.
  expect(compared).toBeGreaterThan(count / 4);
});
