// Prevents: lines numbered by another rule than that of the file tools, in small files or in large ones.
import { mkdtempSync, openSync, closeSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { examineLargeText, largeTextPieces } from "../file/large-text.ts";
import { pickLines } from "../file/pick-lines.ts";
import { viewedLines } from "../found/found-file.ts";
import { HEAD_BYTES, judgeHead } from "./judge-head.ts";
import { charactersIn, viewLine, WHOLE_LINE_BYTES } from "./line-view.ts";
import { lineCount, normalText } from "./normal-text.ts";
import type { NormalText } from "./normal-text.ts";

const signs = fc.array(fc.constantFrom("a", "b\u00E9", "\n", "\r", "\r\n", "\u{1F600}", "\u0000"), {
  maxLength: 30,
});

/** The rule as the specification words it. */
function linesOf(text: string): readonly string[] {
  const crlf = text.split("\r\n").length - 1;
  const lf = text.split("\n").length - 1 - crlf;
  const cr = text.split("\r").length - 1 - crlf;
  const majority = crlf > 0 && crlf >= lf && crlf >= cr ? "crlf" : cr > lf ? "cr" : "lf";
  const lines = text.split(majority === "cr" ? /\r\n|\n|\r/ : /\r\n|\n/);
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}

function normal(content: Uint8Array): NormalText {
  const text = normalText(content);
  if (text === undefined) throw new Error("it is no text");
  return text;
}

function linesIn(text: NormalText): readonly string[] {
  const { count, view } = viewedLines(text);
  return Array.from({ length: count }, (_, index) => view(index + 1).text);
}

test("S-018: lines are those of the one rule, in every encoding", () => {
  fc.assert(
    fc.property(signs, (parts) => {
      // A NUL behind the mark of UTF-16 could be UTF-32.
      const text = parts.join("").replace(/^\u0000+/, "");
      const expected = linesOf(text);
      for (const bytes of [
        Buffer.from(text),
        Buffer.from(`\uFEFF${text}`),
        Buffer.from(`\uFEFF${text}`, "utf16le"),
        Buffer.from(`\uFEFF${text}`, "utf16le").swap16(),
      ]) {
        expect(linesIn(normal(bytes))).toEqual(expected);
      }
    }),
    { numRuns: 500 },
  );
});

test("a large file read in pieces gives the same lines as one that is held", async () => {
  const folder = mkdtempSync(join(tmpdir(), "wield-large-"));
  try {
    await fc.assert(
      fc.asyncProperty(
        signs,
        fc.constantFrom("utf8", "utf16le"),
        fc.boolean(),
        async (parts, encoding, isLong) => {
          // So long that a piece of the file ends near what matters.
          const filler = isLong ? "x".repeat(1024 * 1024 - 8) : "";
          const text = `-${filler}${parts.join("")}`;
          const bytes = Buffer.from((encoding === "utf8" ? "" : "\uFEFF") + text, encoding as BufferEncoding);
          const path = join(folder, "f");
          writeFileSync(path, bytes);
          const fd = openSync(path, "r");
          try {
            const large = await examineLargeText(fd, new AbortController().signal);
            if (large === undefined) throw new Error("it is no text");
            const pieces: Uint8Array[] = [];
            for await (const piece of largeTextPieces(fd, large)) pieces.push(piece);
            const expected = normal(bytes);
            expect(Buffer.concat(pieces).equals(expected.bytes)).toBe(true);
            const lines = new Set(Array.from({ length: lineCount(expected) }, (_, index) => index + 1));
            const picked = await pickLines(largeTextPieces(fd, large), { lines, byteColumns: new Map() });
            for (const line of lines) expect(picked.view(line)).toEqual(viewedLines(expected).view(line));
          } finally {
            closeSync(fd);
          }
        },
      ),
      { numRuns: 60 },
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("of an endless line the part around a place is viewed, and its columns stay those of the whole line", async () => {
  const unit = "a\u00E9\u20AC\u{1F600}";
  const line = unit.repeat(40_000);
  const bytes = Buffer.from(line);
  for (const at of [0, 1, 777, 123_456, line.length - 1]) {
    const start = line.charCodeAt(at) >= 0xdc00 && line.charCodeAt(at) < 0xe000 ? at - 1 : at;
    const byteColumn = Buffer.byteLength(line.slice(0, start)) + 1;
    async function* pieces() {
      for (let from = 0; from < bytes.length; from += 10_007) yield bytes.subarray(from, from + 10_007);
      yield Buffer.from("\n");
    }
    const wanted = { lines: new Set([1]), byteColumns: new Map([[1, byteColumn]]) };
    for (const view of [viewLine(bytes, byteColumn), (await pickLines(pieces(), wanted)).view(1)]) {
      expect(view.isWhole).toBe(false);
      expect(view.before + (view.column ?? 0)).toBe(start + 1);
      expect(view.text).toBe(line.slice(view.before, view.before + view.text.length));
      expect(view.text.length).toBeLessThan(WHOLE_LINE_BYTES);
      expect(view.text.slice((view.column ?? 0) - 1, view.column)).toBe(line.charAt(start));
    }
  }
  expect(charactersIn(bytes)).toBe(line.length);
});

test.each([
  ["", true, "plain"],
  ["a\nb\r\n", true, "plain"],
  ["a\rb\n", true, "odd"],
  ["a\r", true, "odd"],
  ["\uFEFFa\n", true, "plain"],
  [`${"a".repeat(7999)}\u0000\n`, true, "binary"],
  [`${"a\n".repeat(4000)}\u0000\n`, true, "plain"],
  [`${"\u00E9".repeat(HEAD_BYTES / 2)}`, false, "odd"],
  [`a\n${"b".repeat(HEAD_BYTES - 2)}`, false, "plain"],
] as const)("%# a head is judged for what it is", (text, isWhole, kind) => {
  expect(judgeHead(Buffer.from(text).subarray(0, HEAD_BYTES), isWhole)).toBe(kind);
});

test("only the first line decides about bytes that are no UTF-8, and a cut character is none of them", () => {
  const latin = Buffer.from([0x61, 0xe9, 0x62]);
  expect(judgeHead(Buffer.concat([latin, Buffer.from("\n")]), true)).toBe("binary");
  expect(judgeHead(Buffer.concat([Buffer.from("x\n"), latin]), true)).toBe("plain");
  expect(judgeHead(latin, true)).toBe("binary");
  const cut = Buffer.concat([Buffer.from("a".repeat(HEAD_BYTES - 2)), Buffer.from("\u20AC").subarray(0, 2)]);
  expect(judgeHead(cut, false)).toBe("odd");
  expect(judgeHead(cut, true)).toBe("binary");
});
