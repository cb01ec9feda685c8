// A program for race tests: swaps `d` or `f` in a workspace between the real thing and a link to the
// outside, until it is killed: most of the time as fast as it can, and now and then it rests with the real thing in
// place, or nothing would ever get through where this machine swaps quicker than it opens. Arguments: what to swap,
// the folder of all.
import { mkdirSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const [kind = "", base = ""] = process.argv.slice(2);
const d = join(base, "w", "d");
const real = join(base, "w", "d.real");
const outside = join(base, "outside");

/** False when the driver was quicker with something; the next round goes on from what is there. */
function attempt(step: () => void): boolean {
  try {
    step();
    return true;
  } catch {
    return false;
  }
}

/** The folder itself gives way to a link, and comes back. */
function swapFolder(): void {
  // A write made the folder anew while it was away: then there are two.
  if (!attempt(() => renameSync(d, real))) attempt(() => rmSync(real, { recursive: true }));
  attempt(() => symlinkSync(outside, d));
  attempt(() => unlinkSync(d));
  if (!attempt(() => renameSync(real, d))) attempt(() => makeReal());
}

function makeReal(): void {
  mkdirSync(d);
  writeFileSync(join(d, "f"), "INSIDE");
}

/** `d` is a link all the time and leads inside or outside; it never is missing. */
function turnLink(): void {
  for (const target of [outside, "d.real"]) {
    const next = join(base, "w", "d.next");
    attempt(() => symlinkSync(target, next));
    attempt(() => renameSync(next, d));
  }
}

/** `d/f` is a file or a link to the outside; it never is missing. */
function swapFile(): void {
  const next = join(d, "f.next");
  attempt(() => symlinkSync(join(outside, "f"), next));
  attempt(() => renameSync(next, join(d, "f")));
  attempt(() => writeFileSync(next, "INSIDE"));
  attempt(() => renameSync(next, join(d, "f")));
}

/** New folders below `d` give way to links as soon as they are made. */
function swapParents(): void {
  const made = join(d, "new");
  attempt(() => renameSync(made, join(d, `old${process.hrtime.bigint()}`)));
  attempt(() => symlinkSync(outside, made));
  attempt(() => unlinkSync(made));
  attempt(() => mkdirSync(made));
  attempt(() => rmSync(made, { recursive: true }));
}

const steps: Readonly<Record<string, () => void>> = { swapFolder, turnLink, swapFile, swapParents };
const step = steps[kind];
if (step === undefined) throw new Error(`nothing to swap is called ${kind}`);
const rest = new Int32Array(new SharedArrayBuffer(4));
process.send?.("ready");
for (;;) {
  const swaps = Math.ceil(Math.random() * 200);
  for (let swap = 0; swap < swaps; swap += 1) step();
  Atomics.wait(rest, 0, 0, Math.random() * 4);
}
