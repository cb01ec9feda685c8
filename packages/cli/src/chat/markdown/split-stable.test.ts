// Prevents: an answer that loses, doubles or changes text because parts of it were shown before the rest came.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { shown } from "../testing/shown.ts";
import { markdownLines } from "./markdown-lines.ts";
import { splitStable } from "./split-stable.ts";

test("blocks before the last one are final", () => {
  expect(splitStable("one\n\ntwo\n\nthr")).toEqual({
    stable: "one\n\ntwo\n\n",
    rest: "thr",
    isInside: false,
  });
  expect(splitStable("one")).toEqual({ stable: "", rest: "one", isInside: false });
  expect(splitStable("one\n\n")).toEqual({ stable: "", rest: "one\n\n", isInside: false });
});

test("items of a list and lines of an open fence are final when the next began", () => {
  expect(splitStable("1. a\n2. b\n3. c")).toEqual({ stable: "1. a\n2. b\n", rest: "3. c", isInside: true });
  const { stable, rest } = splitStable("```js\na\n  b\nc");
  expect(shown(markdownLines(stable, 40))).toEqual(["  js", "  a", "    b"]);
  expect(shown(markdownLines(`${rest}d\n`, 40))).toEqual(["  cd"]);
});

test("a half sign and a half line end wait for their other half", () => {
  expect(splitStable("a\n\nb\ud83d").rest + "\ude00").toBe("b😀");
  expect(splitStable("a\r\n\r\nb\r").rest).toBe("b\r");
});

const PIECES = [
  "word ",
  "\n",
  "\n\n",
  "- item\n",
  "  - deep\n",
  "1. first\n",
  "```js\n",
  "```\n",
  "~~~\n",
  "code line\n",
  "    indented\n",
  "# head\n",
  "> quote\n",
  "|a|b|\n|-|-|\n|c|d|\n",
  "😀",
];

test("shown in parts an answer reads as when it is shown at once", () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...PIECES), { maxLength: 30 }),
      fc.integer({ min: 1, max: 9 }),
      (pieces, size) => {
        const text = pieces.join("");
        let rest = "";
        const seen: string[] = [];
        const show = (part: string): void => {
          seen.push(...shown(markdownLines(part, 60)).filter((line) => line !== ""));
        };
        for (let at = 0; at < text.length; at += size) {
          const split = splitStable(rest + text.slice(at, at + size));
          show(split.stable);
          rest = split.rest;
        }
        show(rest);
        const words = (lines: readonly string[]): string => lines.join(" ").replaceAll(/[^\p{L}😀]/gu, "");
        expect(words(seen)).toEqual(words(shown(markdownLines(text, 60))));
      },
    ),
    { numRuns: 500 },
  );
});
