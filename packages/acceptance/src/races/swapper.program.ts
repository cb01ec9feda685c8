// A program for race tests: puts a link to a forbidden place where `d`, `d/f` or a new folder in `d` is, and the real
// thing back, until it is killed. Most of the time as fast as it can; now and then it rests with the real thing in place,
// or no call would ever get through where this machine swaps quicker than it calls. Arguments: how, the workspace, the
// forbidden place.
import { mkdirSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const [how = "", workspace = "", forbidden = ""] = process.argv.slice(2);
const d = join(workspace, "d");
const aside = join(workspace, "d.aside");
const next = join(workspace, "next");

/** False when a call was quicker with something; the next round goes on from what is there. */
function attempt(step: () => void): boolean {
  try {
    step();
    return true;
  } catch {
    return false;
  }
}

function makeReal(): void {
  mkdirSync(d);
  writeFileSync(join(d, "f"), "INSIDE\n");
}

const steps: Readonly<Record<string, () => void>> = {
  /** The folder gives way to a link, and comes back. */
  folder: () => {
    if (!attempt(() => renameSync(d, aside))) attempt(() => rmSync(aside, { recursive: true }));
    attempt(() => symlinkSync(forbidden, d));
    attempt(() => unlinkSync(d));
    if (!attempt(() => renameSync(aside, d))) attempt(makeReal);
  },
  /** `d` is a link all the time, and leads to one or the other. */
  link: () => {
    for (const target of [forbidden, "d.real"]) {
      attempt(() => symlinkSync(target, next));
      attempt(() => renameSync(next, d));
    }
  },
  /** The file itself is a link half of the time. */
  file: () => {
    attempt(() => symlinkSync(join(forbidden, "f"), next));
    attempt(() => renameSync(next, join(d, "f")));
    attempt(() => writeFileSync(next, "INSIDE\n"));
    attempt(() => renameSync(next, join(d, "f")));
  },
  /** Folders that a write has just made give way to links. */
  parents: () => {
    const made = join(d, "new");
    attempt(() => renameSync(made, join(d, `old${process.hrtime.bigint()}`)));
    attempt(() => symlinkSync(forbidden, made));
    attempt(() => unlinkSync(made));
    attempt(() => mkdirSync(made));
    attempt(() => rmSync(made, { recursive: true }));
  },
};

const step = steps[how];
if (step === undefined) throw new Error(`nothing to swap is called ${how}`);
const rest = new Int32Array(new SharedArrayBuffer(4));
process.send?.("ready");
for (;;) {
  const swaps = Math.ceil(Math.random() * 200);
  for (let swap = 0; swap < swaps; swap += 1) step();
  Atomics.wait(rest, 0, 0, Math.random() * 4);
}
