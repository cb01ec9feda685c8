// Prevents: stored output that is not what was written, and temporary files that stay behind.
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { expect, onTestFinished, test, vi } from "vitest";
import { SpillFile } from "./spill-file.ts";

async function textOf(spill: SpillFile): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of spill.pieces((missing) => `[${missing}]`)) pieces.push(piece);
  spill.close();
  return Buffer.concat(pieces).toString("latin1");
}

test("what fits is kept whole; of more the first and the last part, with what is missing between", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ maxLength: 60 }), { maxLength: 20 }),
      fc.integer({ min: 2, max: 400 }),
      async (written, most) => {
        const spill = new SpillFile(most);
        const all = Buffer.from(written.join("")).toString("latin1");
        for (const part of written) spill.push(Buffer.from(part));
        const half = Math.floor(most / 2);
        const expected =
          all.length <= 2 * half
            ? all
            : `${all.slice(0, half)}[${all.length - 2 * half}]${all.slice(all.length - half)}`;
        expect(await textOf(spill)).toBe(expected);
      },
    ),
    { numRuns: 300 },
  );
});

test("its file has no name", () => {
  // In a temporary folder of its own: other tests make such files at the same time.
  const temporary = mkdtempSync(join(tmpdir(), "wield-spill-"));
  vi.stubEnv("TMPDIR", temporary);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(temporary, { recursive: true });
  });
  const spill = new SpillFile(100);
  spill.push(Buffer.from("x"));
  expect(readdirSync(temporary)).toEqual([]);
  spill.close();
  spill.close();
});
