// Prevents: keys that send what was not meant, and completion that gets in the way of typing.
import { expect, test } from "vitest";
import { EMPTY_EDITOR } from "./editor.ts";
import { EMPTY_HISTORY, historyOf } from "./history.ts";
import type { KeyName, KeyPress } from "./key-press.ts";
import { typeKey } from "./typing.ts";
import type { Typed, Typing, TypingWorld } from "./typing.ts";

const WORLD: TypingWorld = {
  complete: (text, cursor) => {
    const word = /\S*$/.exec(text.slice(0, cursor))?.[0] ?? "";
    const known = ["/tools ", "/toolset ", "/title ", "@src/", "@src/a.ts", "read_file "];
    return {
      from: cursor - word.length,
      candidates: known.filter((name) => name.startsWith(word)).map((name) => ({ text: name })),
    };
  },
};
const START: Typing = { editor: EMPTY_EDITOR, history: EMPTY_HISTORY };
const key = (name: KeyName): KeyPress => ({ kind: "key", name });

function type(...presses: readonly (KeyPress | string)[]): Typed {
  return presses.reduce<Typed>(
    ({ typing }, press) =>
      typeKey(typing, typeof press === "string" ? { kind: "text", text: press } : press, WORLD),
    { typing: START },
  );
}

test("return sends what was typed and empties the line; blank text is not sent", () => {
  const { typing, request } = type("hello", key("submit"));
  expect(request).toEqual({ kind: "send", text: "hello" });
  expect(typing.editor.text).toBe("");
  expect(type("  ", key("submit")).request).toBeUndefined();
  expect(type("a\\", key("submit"), "b").typing.editor.text).toBe("a\nb");
  expect(type("a", key("newline"), "b", key("submit")).request).toEqual({ kind: "send", text: "a\nb" });
});

test("commands are offered while their name is typed; return sends what stands there", () => {
  const typed = type("/to");
  expect(typed.typing.completion?.candidates.map(({ text }) => text)).toEqual(["/tools ", "/toolset "]);
  expect(typeKey(typed.typing, key("submit"), WORLD).request).toEqual({ kind: "send", text: "/to" });
});

test("tab completes what is certain, then offers, then goes through; return takes the chosen one", () => {
  expect(type("/to", key("complete")).typing.editor.text).toBe("/tools".slice(0, 5) + "s");
  const chosen = type("/to", key("complete"), key("complete"), key("complete"));
  expect(chosen.typing.completion?.selected).toBe(1);
  const taken = typeKey(chosen.typing, key("submit"), WORLD);
  expect(taken.request).toBeUndefined();
  expect(taken.typing.editor.text).toBe("/toolset ");
  expect(type("/ti", key("complete")).typing.editor.text).toBe("/title ");
  expect(type("read", key("complete")).typing.editor.text).toBe("read_file ");
});

test("a folder goes on to what is in it, a file ends with a blank", () => {
  expect(type("see @sr", key("complete"), key("complete"), key("submit")).typing.editor.text).toBe(
    "see @src/",
  );
  expect(type("@src/a", key("complete")).typing.editor.text).toBe("@src/a.ts ");
});

test("escape closes the list first", () => {
  const open = type("/to");
  const closed = typeKey(open.typing, key("escape"), WORLD);
  expect(closed).toMatchObject({ typing: { editor: { text: "/to" } } });
  expect(closed.request).toBeUndefined();
  expect(typeKey(closed.typing, key("escape"), WORLD).request).toEqual({ kind: "escape" });
});

test("the end of input leaves only where nothing is typed", () => {
  expect(type(key("endOfInput")).request).toEqual({ kind: "endOfInput" });
  expect(type("ab", key("left"), key("endOfInput")).typing.editor.text).toBe("a");
});

test("up and down go through what was sent at the first and the last line", () => {
  const typing: Typing = { ...START, history: historyOf(["one", "two"]) };
  const up = typeKey(typing, key("up"), WORLD).typing;
  expect(up.editor.text).toBe("two");
  expect(typeKey(typeKey(up, key("up"), WORLD).typing, key("down"), WORLD).typing.editor.text).toBe("two");
});
