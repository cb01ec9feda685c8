// Prevents: cards that hide what a call did or why it failed, and lines that do not fit.
import { expect, test } from "vitest";
import { stripVTControlCharacters } from "node:util";
import { PLAIN_VIEW } from "../testing/screen.ts";
import type { Block, CallCard } from "../transcript/transcript.ts";
import { blockLines } from "./block-lines.ts";
import { openedLines } from "./card-lines.ts";

const CARD: CallCard = { callId: "call_1", tool: "edit_file", input: { path: "src/a.ts" }, startedAt: 0 };
const END = { status: "ok", text: "Edited", notes: [], durationMs: 12 } as const;
const lines = (block: Block, columns = 60): readonly string[] =>
  blockLines(block, { ...PLAIN_VIEW, columns });

test("a call is one line: what it was, how it ended, how long", () => {
  expect(lines({ kind: "call", card: { ...CARD, end: END } })).toEqual(["✓ edit_file src/a.ts · 12 ms"]);
  const other = { ...CARD, tool: "grep", input: { pattern: "a  b\nc", path: "src" }, end: END };
  expect(lines({ kind: "call", card: other })).toEqual(["✓ grep src pattern=a b c · 12 ms"]);
  expect(lines({ kind: "call", card: { ...other, tool: "x".repeat(80) } })[0]).toHaveLength(60);
});

test("a change shows its diff, a long one its beginning", () => {
  const diff = `--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1,2 +1,2 @@\n-old\n+new\n${"+more\n".repeat(30)}`;
  const shown = lines({ kind: "call", card: { ...CARD, end: { ...END, diff } } });
  expect(shown[0]).toBe("✓ edit_file src/a.ts +31 −1 · 12 ms");
  expect(shown.slice(1, 4)).toEqual(["  @@ -1,2 +1,2 @@", "  -old", "  +new"]);
  expect(shown.at(-1)).toBe("  … 13 more lines");
});

test("a failure says why, and codes in it are shown", () => {
  const end = { ...END, status: "failed", text: "no such file\u001b[2J\nHint: a\nb\nc\nd\ne" } as const;
  expect(lines({ kind: "call", card: { ...CARD, end } })).toEqual([
    "✗ edit_file src/a.ts · failed · 12 ms",
    "  no such file<U+001B>[2J",
    "  Hint: a",
    "  b",
    "  c",
    "  … 2 more lines",
  ]);
});

test("why a call failed is read whole where the window is narrow", () => {
  const text = "action must be one of list, poll, log, wait, kill, write, not stop";
  const end = { ...END, status: "failed", text } as const;
  const shown = lines({ kind: "call", card: { ...CARD, end } }, 40);
  expect(
    shown
      .slice(1)
      .map((line) => line.trim())
      .join(" "),
  ).toBe(text);
  const long = lines({ kind: "call", card: { ...CARD, end: { ...end, text: "word ".repeat(100) } } }, 40);
  expect(long).toHaveLength(4);
});

test("an opened call shows all it got and gave", () => {
  const text = openedLines(
    { ...CARD, end: { ...END, text: "one\ntwo", notes: ["a note"] } },
    PLAIN_VIEW,
  ).join("\n");
  expect(text).toBe(
    'edit_file {"path":"src/a.ts"}\none\ntwo\n… a note\ncall_1 · wield journal call_1 tells more',
  );
});

test("a message of the person keeps its lines, and an end says why and what it took", () => {
  expect(lines({ kind: "person", text: "one two three\nfour", isSteering: false }, 10)).toEqual([
    "",
    "> one two",
    "  three",
    "  four",
  ]);
  const usage = { input: 12_345, output: 67, cached: 0 };
  expect(lines({ kind: "end", reason: "repetition", usage, steps: 3, calls: 6, durationMs: 2500 })).toEqual([
    "",
    "■ stopped: the same call was repeated",
    "  6 calls · 3 steps · 12.3k in, 67 out · 2.5 s",
  ]);
});

test("long thinking is told by its beginning", () => {
  const text = Array.from({ length: 30 }, (_none, index) => `thought ${index}`).join("\n");
  const shown = lines({ kind: "reasoning", text });
  expect(shown.slice(0, 3)).toEqual(["", "∴ thought 0", "  thought 1"]);
  expect(shown.at(-1)).toBe("  … 22 more lines");
});

test("a colour never leaks out of its line", () => {
  const { kind, text } = { kind: "answer", text: "**a** `b`\n\n> c" } as const;
  for (const line of blockLines({ kind, text, isContinued: false }, PLAIN_VIEW))
    expect(stripVTControlCharacters(line)).toBe(line);
});
