// Prevents: an order of paths that is neither that of a listing nor the same on every page.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { comparePaths } from "./path-order.ts";

/** Segment by segment, by the bytes of each. */
function bySegments(left: string, right: string): number {
  const [a, b] = [left.split("/"), right.split("/")];
  for (let index = 0; index < Math.min(a.length, b.length); index += 1) {
    const order = Buffer.compare(Buffer.from(a[index] ?? ""), Buffer.from(b[index] ?? ""));
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

test("paths compare segment by segment, in the byte order of UTF-8", () => {
  const segment = fc.array(fc.constantFrom("a", "b", "-", ".", "\u00E9", "\uFF5E", "\u{1F600}"), {
    minLength: 1,
    maxLength: 3,
  });
  const path = fc
    .array(
      segment.map((signs) => signs.join("")),
      { minLength: 1, maxLength: 3 },
    )
    .map((segments) => segments.join("/"));
  fc.assert(
    fc.property(path, path, (left, right) => {
      expect(Math.sign(comparePaths(left, right))).toBe(Math.sign(bySegments(left, right)));
    }),
    { numRuns: 2000 },
  );
});
