// Prevents: a message lost or joined because of where the chunks of a pipe fall, and one endless line filling memory.
import { expect, test } from "vitest";
import { createLineReader } from "./line-reader.ts";

function reading(maxBytes = 20): { seen: string[]; reader: ReturnType<typeof createLineReader> } {
  const seen: string[] = [];
  const reader = createLineReader(
    { line: (bytes) => void seen.push(bytes.toString("utf8")), tooLong: () => void seen.push("TOO LONG") },
    maxBytes,
  );
  return { seen, reader };
}

test("lines are the same however the bytes arrive", () => {
  const text = "first\r\nsecönd\n\n\nthird, as long as one may be\nlast without an end";
  for (let size = 1; size <= text.length; size += 1) {
    const { seen, reader } = reading(40);
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += size) reader.push(bytes.subarray(at, at + size));
    reader.end();
    expect(seen).toEqual(["first", "secönd", "third, as long as one may be", "last without an end"]);
  }
});

test("a line over the limit is told once and passed over, and the next one is read", () => {
  for (const size of [1, 7, 1000]) {
    const { seen, reader } = reading();
    const bytes = Buffer.from(`${"x".repeat(20)}\n${"y".repeat(21)}\n${"z".repeat(500)}\nafter\n`);
    for (let at = 0; at < bytes.length; at += size) reader.push(bytes.subarray(at, at + size));
    reader.end();
    expect(seen).toEqual(["x".repeat(20), "TOO LONG", "TOO LONG", "after"]);
  }
});

test("an endless line at the end of the input is no line", () => {
  const { seen, reader } = reading();
  reader.push(Buffer.from("y".repeat(50)));
  reader.end();
  expect(seen).toEqual(["TOO LONG"]);
});
