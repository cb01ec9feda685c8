// Prevents: a call that runs although what the person typed was no plain yes.
import { expect, test } from "vitest";
import { parseAnswer } from "./parse-answer.ts";

test("y, s, a and n and their words are answers, in any case", () => {
  expect(parseAnswer("y")).toEqual({ choice: "once" });
  expect(parseAnswer(" YES ")).toEqual({ choice: "once" });
  expect(parseAnswer("s")).toEqual({ choice: "session" });
  expect(parseAnswer("Always")).toEqual({ choice: "always" });
  expect(parseAnswer("n")).toEqual({ choice: "deny" });
});

test("what follows a no is its remark", () => {
  expect(parseAnswer("n use another file")).toEqual({ choice: "deny", remark: "use another file" });
  expect(parseAnswer("no, not on Fridays!")).toEqual({ choice: "deny", remark: "not on Fridays!" });
});

test("a yes with anything behind it is no answer", () => {
  for (const line of ["y but first read it", "yes?", "ye", "y1", "", "  ", "\n", "maybe", "yn", "a n"])
    expect(parseAnswer(line)).toBeUndefined();
});
