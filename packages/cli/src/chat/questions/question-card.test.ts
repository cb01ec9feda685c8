// Prevents: an answer that was not offered, and one that is taken for another.
import { expect, test } from "vitest";
import { readAnswer } from "./question-card.ts";
import type { Question } from "./question-card.ts";

const ONE: Question = {
  question: "Which database?",
  options: [
    { value: "postgres", label: "PostgreSQL" },
    { value: "sqlite", label: "sqlite" },
  ],
  select: "one",
  allowCustom: false,
};

test("a number, a value or a label chooses", () => {
  for (const typed of ["1", " postgres ", "postgresql"])
    expect(readAnswer(ONE, typed)).toEqual({ answer: { values: ["postgres"] } });
});

test("what was not offered is rejected with what is expected, unless own text may be written", () => {
  for (const typed of ["3", "mysql", "", "1,2"])
    expect(readAnswer(ONE, typed)).toEqual({ expected: "a number, 1-2" });
  expect(readAnswer({ ...ONE, allowCustom: true }, "mysql 8")).toEqual({
    answer: { values: [], text: "mysql 8" },
  });
  expect(readAnswer({ ...ONE, options: [] }, "own")).toMatchObject({ answer: { text: "own" } });
});

test("many may be chosen where many are asked for", () => {
  expect(readAnswer({ ...ONE, select: "many" }, "2, 1 2")).toMatchObject({
    answer: { values: ["sqlite", "postgres"] },
  });
  expect(readAnswer({ ...ONE, select: "many" }, "1,7")).toHaveProperty("expected");
});
