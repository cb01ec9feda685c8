// Prevents: pages that pass although nobody could follow them.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { followPage } from "./follow-page.ts";
import { matchesOutput } from "./matches-output.ts";
import { readPage } from "./read-page.ts";

const PAGE = `# A page

Save this as \`notes/a.txt\`:

\`\`\`text
one
two
\`\`\`

\`\`\`sh
never run
\`\`\`

\`\`\`console
$ cat notes/a.txt
one
two
$ printf 'a\\nb\\nc\\n'
a
…
$ wield --version
wield 9.9.9
\`\`\`
`;

test("files are what a line above names, commands what a prompt starts", () => {
  expect(readPage(PAGE)).toEqual([
    { kind: "file", line: 5, path: "notes/a.txt", text: "one\ntwo\n" },
    { kind: "command", line: 15, command: "cat notes/a.txt", output: ["one", "two"] },
    { kind: "command", line: 18, command: String.raw`printf 'a\nb\nc\n'`, output: ["a", "…"] },
    { kind: "command", line: 21, command: "wield --version", output: ["wield 9.9.9"] },
  ]);
});

test("a page that cannot be read as it is meant is a mistake", () => {
  expect(() => readPage("```ts\nno end")).toThrow("the block of line 1 has no end");
  expect(() => readPage("```console\nno prompt\n```\n")).toThrow("line 2: a console block starts with");
});

test("what is not printed as shown is told with its line", async () => {
  const folder = mkdtempSync(join(tmpdir(), "wield-page-test-"));
  try {
    writeFileSync(join(folder, "page.md"), PAGE);
    const { files, commands, mismatches } = await followPage(join(folder, "page.md"));
    expect({ files, commands }).toEqual({ files: 1, commands: 3 });
    expect(mismatches).toEqual([
      {
        line: 21,
        command: "wield --version",
        shown: "wield 9.9.9",
        printed: expect.stringMatching(/^wield \d/),
      },
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("… stands for any text of a line, or for any lines, and for nothing else", () => {
  const lines = (text: string): string[] => (text === "" ? [] : text.split("\n"));
  const matches = (printed: string, shown: string): boolean => matchesOutput(lines(printed), lines(shown));
  expect(matches("", "")).toBe(true);
  expect(matches("a", "")).toBe(false);
  expect(matches("", "a")).toBe(false);
  expect(matches("a (1.5 s)", "a (… s)")).toBe(true);
  expect(matches("a (1.5 s)", "a (1…5 s)")).toBe(true);
  expect(matches("a (1.5 s)!", "a (… s)")).toBe(false);
  expect(matches("a+b", "a.b")).toBe(false);
  expect(matches("a\nb\nc", "a\n…")).toBe(true);
  expect(matches("a", "a\n…")).toBe(true);
  expect(matches("{\n  a\n}", "{\n  …\n}")).toBe(true);
  expect(matches("a\nb\nc", "…\nc")).toBe(true);
  expect(matches("a\nb\nc", "…\nb")).toBe(false);
  expect(matches("a\nb", "a…")).toBe(false);
});
