// Prevents: keys that halve a sign, lose what was typed, or move somewhere else than a person expects.
import { expect, test } from "vitest";
import { EMPTY_EDITOR, eraseTo, insertText, moveCursor, moveLine, pasteText, wholeText } from "./editor.ts";
import type { Editor } from "./editor.ts";
import { editorLines } from "./editor-lines.ts";
import { EMPTY_HISTORY, historyOf, recall, remember } from "./history.ts";

/** `|` is the cursor. */
function at(marked: string): Editor {
  const cursor = marked.indexOf("|");
  return { ...EMPTY_EDITOR, text: marked.replace("|", ""), cursor };
}
const seen = ({ text, cursor }: Editor): string => `${text.slice(0, cursor)}|${text.slice(cursor)}`;

test("a sign is one step and one erasure, however many units it has", () => {
  expect(seen(moveCursor(at("a👩‍👩‍👧|b"), "left"))).toBe("a|👩‍👩‍👧b");
  expect(seen(eraseTo(at("a👩‍👩‍👧|b"), "left"))).toBe("a|b");
  expect(seen(eraseTo(at("e\u0301|"), "left"))).toBe("|");
  expect(seen(eraseTo(at("|🇩🇪x"), "right"))).toBe("|x");
  expect(seen(eraseTo(at("|"), "left"))).toBe("|");
});

test("words and lines", () => {
  expect(seen(moveCursor(at("one two-three|"), "wordLeft"))).toBe("one two-|three");
  expect(seen(moveCursor(at("one| two"), "wordRight"))).toBe("one two|");
  expect(seen(eraseTo(at("one two |x"), "wordLeft"))).toBe("one |x");
  expect(seen(eraseTo(at("a\nbc|d\ne"), "lineStart"))).toBe("a\n|d\ne");
  expect(seen(eraseTo(at("a\nb|\ne"), "lineEnd"))).toBe("a\nb|e");
  expect(insertText(eraseTo(at("ab|cd"), "lineEnd"), "x").cut).toBe("cd");
});

test("up and down keep the column, and end at the first and the last line", () => {
  const typed = at("日本語\nab|\nxyz");
  expect(seen(moveLine(typed, -1) ?? typed)).toBe("日本|語\nab\nxyz");
  expect(seen(moveLine(typed, 1) ?? typed)).toBe("日本語\nab\nxy|z");
  expect(moveLine(at("a|\nb"), -1)).toBeUndefined();
  expect(moveLine(at("a\nb|"), 1)).toBeUndefined();
});

test("a long paste is one mark that is erased at once and sent whole", () => {
  const text = "1\r\n2\r\n3\n4 $& $1\n5";
  const pasted = pasteText(at("see |."), text);
  expect(seen(pasted)).toBe("see [pasted #1: 5 lines]|.");
  expect(wholeText(pasted)).toBe("see 1\n2\n3\n4 $& $1\n5.");
  expect(seen(eraseTo(pasted, "left"))).toBe("see |.");
  expect(seen(moveCursor(pasted, "left"))).toBe("see |[pasted #1: 5 lines].");
  expect(wholeText(pasteText(pasted, "a\nb\nc\nd"))).toBe("see 1\n2\n3\n4 $& $1\n5a\nb\nc\nd.");
  expect(seen(pasteText(at("|"), "a\r\nb"))).toBe("a\nb|");
});

test("what was sent comes back with the keys, and the draft behind the newest", () => {
  const history = remember(historyOf(["one", "two", "one"]), at("three|"));
  expect(history.sent.map(({ text }) => text)).toEqual(["two", "one", "three"]);
  const first = recall(history, at("dra|ft"), "older");
  const second = first && recall(first.history, first.editor, "older");
  expect([first?.editor.text, second?.editor.text]).toEqual(["three", "one"]);
  const back = second && recall(second.history, second.editor, "newer");
  const draft = back && recall(back.history, back.editor, "newer");
  expect(draft?.editor && seen(draft.editor)).toBe("dra|ft");
  expect(recall(EMPTY_HISTORY, at("|"), "older")).toBeUndefined();
});

test("the typed text is wrapped by the width of its signs, and the cursor is where it is seen", () => {
  expect(editorLines(at("abcd|"), 4, 9)).toEqual({ lines: ["abcd", ""], cursor: { row: 1, column: 0 } });
  expect(editorLines(at("日本|語"), 5, 9)).toEqual({ lines: ["日本", "語"], cursor: { row: 1, column: 0 } });
  expect(editorLines(at("日|本"), 5, 9).cursor).toEqual({ row: 0, column: 2 });
  expect(editorLines(at("a\n|b"), 5, 9)).toEqual({ lines: ["a", "b"], cursor: { row: 1, column: 0 } });
  expect(editorLines(at("a\u001b|"), 20, 9).lines).toEqual(["a<U+001B>"]);
});

test("of many lines those around the cursor are shown", () => {
  const lines = Array.from({ length: 50 }, (_none, index) => `line ${index}`);
  const { lines: seenLines, cursor } = editorLines(
    { text: lines.join("\n"), cursor: lines.slice(0, 25).join("\n").length },
    20,
    5,
  );
  expect(seenLines).toEqual(["line 22", "line 23", "line 24", "line 25", "line 26"]);
  expect(cursor).toEqual({ row: 2, column: 7 });
});
