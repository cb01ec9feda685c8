// Prevents: the end of a command's output missing, or our own mark in it, where output comes later than the news of the
// end.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { OutputBarrier } from "./output-barrier.ts";

test("whatever comes before the mark is given, in whatever pieces, and the mark never", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom("a", "MA", "MAR", "K", "M", "xMARx"), { maxLength: 12 }),
      fc.array(fc.nat(60), { maxLength: 6 }),
      async (words, cuts) => {
        let text = words.join("");
        // Taking one out can make another: the mark itself is never written by a command.
        while (text.includes("MARK")) text = text.replaceAll("MARK", "");
        const bytes = Buffer.from(`${text}MARK`);
        const end = bytes.indexOf("MARK");
        const barrier = new OutputBarrier("MARK");
        let given = "";
        let start = 0;
        for (const cut of [...cuts.toSorted((a, b) => a - b), bytes.length]) {
          if (cut <= start || cut > bytes.length) continue;
          given += Buffer.from(barrier.push(bytes.subarray(start, cut))).toString();
          start = cut;
        }
        expect(await barrier.reached(10)).toBe(true);
        expect(given).toBe(bytes.subarray(0, end).toString());
      },
    ),
  );
});

test("a mark that never comes is waited for in vain, and what was held back is not lost", async () => {
  const barrier = new OutputBarrier("MARK");
  expect(Buffer.from(barrier.push(Buffer.from("abMA"))).toString()).toBe("ab");
  expect(await barrier.reached(5)).toBe(false);
  expect(Buffer.from(barrier.takeHeld()).toString()).toBe("MA");
});
