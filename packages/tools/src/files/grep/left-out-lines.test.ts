// Prevents: a search of a very large folder that seems to have searched everything.
import { expect, test } from "vitest";
import { leftOutLines } from "./left-out-lines.ts";

const none = { ignored: 0, tooLarge: 0, binary: 0, isComplete: true, isBinaryComplete: true };
const MB = 1024 * 1024;

test("where not all files were looked at, numbers are the least, and without any it is told what is never searched", () => {
  expect(leftOutLines(undefined, 8 * MB)).toEqual([]);
  expect(leftOutLines(none, 8 * MB)).toEqual([]);
  const partial = { ...none, isComplete: false, isBinaryComplete: false };
  expect(leftOutLines(partial, 8 * MB)).toEqual([
    "… files that are ignored, larger than 8 MB or binary are not searched",
  ]);
  expect(leftOutLines({ ...partial, tooLarge: 2, binary: 1 }, 8 * MB)).toEqual([
    "… not searched: at least 2 file(s) larger than 8 MB (name one as path to search it), at least 1 binary file(s)",
  ]);
});
