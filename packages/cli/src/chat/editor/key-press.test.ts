// Prevents: keys that mean nothing or something else, and typed-ahead text that loses its line ends.
import { expect, test } from "vitest";
import { keyPresses } from "./key-press.ts";
import type { RawKey } from "./key-press.ts";

const NONE: RawKey = {
  upArrow: false,
  downArrow: false,
  leftArrow: false,
  rightArrow: false,
  home: false,
  end: false,
  return: false,
  escape: false,
  tab: false,
  backspace: false,
  delete: false,
  ctrl: false,
  meta: false,
  shift: false,
};
const named = (input: string, key: Partial<RawKey>) =>
  keyPresses(input, { ...NONE, ...key }).map((press) => (press.kind === "key" ? press.name : press.text));

test("return sends, and with shift or alt it is a new line", () => {
  expect(named("\r", { return: true })).toEqual(["submit"]);
  expect(named("\r", { return: true, meta: true })).toEqual(["newline"]);
  expect(named("\r", { return: true, shift: true })).toEqual(["newline"]);
  expect(named("j", { ctrl: true })).toEqual(["newline"]);
});

test("control keys, words by alt or control, and unknown ones that do nothing", () => {
  expect(named("c", { ctrl: true })).toEqual(["interrupt"]);
  expect(named("b", { meta: true })).toEqual(["wordLeft"]);
  expect(named("", { leftArrow: true, ctrl: true })).toEqual(["wordLeft"]);
  expect(named("", { backspace: true, meta: true })).toEqual(["eraseWord"]);
  expect(named("z", { ctrl: true })).toEqual([]);
  expect(named("x", { meta: true })).toEqual([]);
});

test("text that comes at once keeps its keys", () => {
  expect(named("one\rtwo\n\u0003\u0015x\u0007y", {})).toEqual([
    "one",
    "submit",
    "two",
    "newline",
    "interrupt",
    "eraseToStart",
    "x",
    "y",
  ]);
});
