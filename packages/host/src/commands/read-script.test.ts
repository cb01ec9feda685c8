// Prevents: a line read as the grammar has it where a shell reads it otherwise.
import type { ParseShell } from "@wield/core";
import { beforeAll, expect, test } from "vitest";
import { createCommandParser } from "./create-command-parser.ts";

let parse: ParseShell;

beforeAll(async () => {
  parse = await createCommandParser().open();
});

const wordsOf = async (line: string): Promise<readonly string[]> =>
  (await parse(line)).commands.map(({ words }) =>
    words.map(({ text, isLiteral }) => (isLiteral ? text : `?${text}`)).join("|"),
  );

test.each([
  ["a heredoc whose body the grammar takes for words", "bash <<'E'\n\\/bin\\/rm d\nE"],
  ["a heredoc whose delimiter goes on", "cat <<'E'do\nx\nE\nfoo"],
  ["a heredoc whose end is not a line of its own", "cat <<-E\n\tx\n\tE2> rm d"],
  ["two heredocs of one command", "cat <<A <<B\na\nA\nb\nB"],
  ["a line continued inside a word", "rm -\\\nr d"],
  ["a keyword that stands as a program: what follows is not read", "echo a | ! if rm; then true; fi"],
  ["a carriage return", "ls\r\nrm d"],
  ["an escape character", "echo \u001b[0m"],
  ["backticks with an escape inside", "echo `echo \\`rm d\\``"],
  ["an open quote", "echo 'a"],
  ["an open substitution", "echo $(ls"],
  ["an operator at the end", "ls |"],
])("%s is unreadable", async (_what, line) => {
  const { commands, unreadable } = await parse(line);
  const hasKeyword = commands.some(({ words }) => words[0]?.text === "!" || words[0]?.text === "if");
  expect(unreadable.length > 0 || hasKeyword).toBe(true);
});

test.each([
  ["words as a shell sees them", `a 'b c' "d e" f\\ g h'i'"j" $'k\\x6c\\n'`, ["a|b c|d e|f g|hij|kl\n"]],
  [
    "expansions stay as they are written",
    'a $b "$c" ${d} x$e *.f g? {h,i} ~j',
    ['a|?$b|?"$c"|?${d}|?x$e|?*.f|?g?|?{h,i}|?~j'],
  ],
  ["words after a redirection belong to the command", "a > f b < g c", ["a|b|c"]],
  ["words after a heredoc too", "a <<E b\nx\nE", ["a|b"]],
  [
    "substitutions come before the command they stand in",
    "a $(b $(c)) `d` <(e)",
    ["c", "b|?$(c)", "d", "e", "a|?$(b $(c))|?`d`|?<(e)"],
  ],
  ["a comment is none", "a # b; c\nd e#f", ["a", "d|e#f"]],
  [
    "declarations are commands",
    "export A=1 B; declare -x C=$(d); unset A",
    ["export|A=1|B", "d", "declare|-x|?C=$(d)", "unset|A"],
  ],
  [
    "every branch counts",
    "if a; then b; elif c; then d; else e; fi; while f; do g; done; case h in i) j;; esac",
    ["a", "b", "c", "d", "e", "f", "g", "j"],
  ],
  ["an escaped line break between words is a blank", "a \\\n b", ["a|b"]],
])("%s", async (_what, line, words) => {
  expect(await wordsOf(line)).toEqual(words);
  expect((await parse(line)).unreadable).toEqual([]);
});

test("paths are known where a tilde or a folder variable begins a word, and only there", async () => {
  const [command] = (await parse(`a ~ ~/b "$HOME/c" $PWD/d '~/e' "~" \\~/f x~/g $HOME$h ~""/i`)).commands;
  expect(command?.words.map(({ path }) => path)).toEqual([
    undefined,
    "~",
    "~/b",
    "~/c",
    "./d",
    "./~/e",
    "./~",
    "./~/f",
    undefined,
    undefined,
    "./~/i",
  ]);
});

test("redirections say what is opened; copies of descriptors open nothing", async () => {
  const [command] = (await parse("a < in > out 2>> err &> both 2>&1 >&- 3<&0 >| forced")).commands;
  expect(command?.redirects.map(({ use, target }) => `${use} ${target.text}`)).toEqual([
    "read in",
    "write out",
    "write err",
    "write both",
    "write forced",
  ]);
});

test("a heredoc and a here-string are what a command is fed", async () => {
  const fed = async (line: string) => (await parse(line)).commands[0]?.input;
  expect(await fed("a <<'E'\n$b\nE")).toEqual({ text: "$b\n", isLiteral: true });
  expect(await fed("a <<E\n$b\nE")).toMatchObject({ isLiteral: false });
  expect((await fed("a <<-E\n\tb\n\tE"))?.isLiteral).toBe(true);
  expect(await fed("a <<< b")).toEqual({ text: "b", isLiteral: true });
});

test("the grammar is loaded once, and a line of 100 KB is the longest", async () => {
  const parser = createCommandParser();
  expect(await parser.open()).toBe(await parser.open());
  expect((await parse(`echo ${"a".repeat(100 * 1024 - 5)}`)).unreadable).toEqual([]);
  expect((await parse(`echo ${"a".repeat(100 * 1024 - 4)}`)).unreadable[0]?.reason).toBe(
    "it is longer than 100 KB",
  );
});
