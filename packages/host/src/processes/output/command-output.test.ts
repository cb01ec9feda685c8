// Prevents: colours and bars in what a model reads, characters cut in two between reads, and memory that grows with the
// output.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { CommandOutput } from "./command-output.ts";

function textOf(output: string | Uint8Array, cuts: readonly number[] = []): string {
  const bytes = typeof output === "string" ? Buffer.from(output, "latin1") : output;
  const made = new CommandOutput();
  let start = 0;
  // One buffer for all chunks, as the reader has it.
  const buffer = Buffer.alloc(Math.max(1, bytes.length));
  for (const end of [...cuts.filter((cut) => cut < bytes.length), bytes.length]) {
    if (end < start) continue;
    buffer.fill(0);
    buffer.set(bytes.subarray(start, end));
    made.push(buffer.subarray(0, end - start));
    start = end;
  }
  buffer.fill(0);
  return made.end().text;
}

test.each([
  ["colours", "\u001b[31mred\u001b[0m\n", "red\n"],
  ["a title", "\u001b]0;title\u0007text", "text"],
  ["a title ended by a string terminator", "\u001b]0;title\u001b\\text", "text"],
  ["a link", "\u001b]8;;http://a\u001b\\word\u001b]8;;\u001b\\", "word"],
  ["a device string", "\u001bPq#0;2\u001b\\text", "text"],
  ["a character set", "\u001b(Btext", "text"],
  ["a title that never ends", "\u001b]0;title\nnext line\n", "\nnext line\n"],
  ["a sequence that never ends", "\u001b[12\nnext\n", "\nnext\n"],
  ["an escape alone", "a\u001b", "a"],
  ["a bar drawn over", "10%\r50%\r100%\n", "100%\n"],
  ["a bar drawn over by column", "10%\u001b[1G\u001b[2K100%\n", "100%\n"],
  ["a bar that stays at its start", "10%\r100%\r", "100%"],
  ["line ends of DOS", "a\r\nb\r\n", "a\r\nb\r\n"],
  ["line ends with one too many", "a\r\r\n", "a\r\n"],
  ["letters struck over", "b\bbo\bold", "bold"],
  ["an empty redraw", "text\r\n\r\n", "text\r\n\r\n"],
])("%s", (_what, given, expected) => {
  expect(textOf(given)).toBe(expected);
});

test("U-001, T-014: however output is cut into chunks, its text is the same", () => {
  const piece = fc.constantFrom(
    "a",
    "word ",
    "\n",
    "\r\n",
    "\r",
    "\b",
    "😀",
    "é",
    "\u001b[31m",
    "\u001b[1G",
    "\u001b]0;t\u0007",
    "\u001b]0;t",
    "\u001b",
  );
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 40 }),
      fc.array(fc.nat(120), { maxLength: 12 }),
      (pieces, cuts) => {
        const bytes = Buffer.from(pieces.join(""));
        expect(
          textOf(
            bytes,
            cuts.toSorted((a, b) => a - b),
          ),
        ).toBe(textOf(bytes));
      },
    ),
    { numRuns: 2000 },
  );
});

test("plain text stays as it is, byte for byte", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (text) => {
      const plain = text.replaceAll(/[\u0000-\u0009\u000b-\u001f]/g, "");
      expect(textOf(Buffer.from(plain))).toBe(plain);
    }),
  );
});

test("bytes that are no UTF-8 become U+FFFD, and that is known", () => {
  const output = new CommandOutput();
  output.push(Buffer.from([0x61, 0xff, 0x62]));
  expect(output.end()).toEqual({ text: "a\ufffdb", missingBytes: 0, hasReplaced: true });
});

test("L-003: of endless output the first and the last part are held, and what is missing is known", () => {
  const output = new CommandOutput();
  output.push(Buffer.from("first 😀\n"));
  const line = Buffer.from("0123456789 äöü\n".repeat(4000));
  for (let count = 0; count < 200; count += 1) output.push(line);
  output.push(Buffer.from("last\n"));
  const { text, missingBytes } = output.end();
  const total = 11 + line.length * 200 + 5;
  expect(text.startsWith("first 😀\n0123")).toBe(true);
  expect(text.endsWith("äöü\nlast\n")).toBe(true);
  expect(Buffer.byteLength(text) + missingBytes).toBeGreaterThanOrEqual(total - 8);
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1024 * 1024);
});

test("the newest lines are told while it runs", () => {
  const told: string[] = [];
  const output = new CommandOutput((newest) => told.push(newest));
  output.push(Buffer.from("a\nb"));
  expect(told).toEqual(["a\nb"]);
});
