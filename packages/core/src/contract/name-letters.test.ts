// Prevents: one server that is called by two names, because two places count the letters of its name differently.
import { expect, test } from "vitest";
import { nameLetters } from "./name-letters.ts";

test("what no provider takes becomes an underscore, a sign of two code units too", () => {
  expect(nameLetters("My server-2_x")).toBe("My_server-2_x");
  expect(nameLetters("a.b/c\n")).toBe("a_b_c_");
  expect(nameLetters("caf\u00e9 \u{1f600}")).toBe("caf___");
});
