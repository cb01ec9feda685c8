// Prevents: output of a background command that is lost, given twice, or kept without end.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { ByteLog } from "./byte-log.ts";

test("what is kept reads as what was written, from any byte on", () => {
  const parts = fc.array(fc.uint8Array({ maxLength: 90_000 }), { maxLength: 12 });
  fc.assert(
    fc.property(parts, fc.nat(200_000), fc.nat(5000), (written, from, length) => {
      const log = new ByteLog(200_000);
      for (const part of written) log.push(part);
      const all = Buffer.concat(written);
      expect(log.end).toBe(all.length);
      expect(log.start).toBe(Math.max(0, all.length - 200_000));
      const offset = Math.max(log.start, Math.min(from, all.length));
      expect(Buffer.from(log.read(offset, length)).equals(all.subarray(offset, offset + length))).toBe(true);
    }),
    { numRuns: 200 },
  );
});
