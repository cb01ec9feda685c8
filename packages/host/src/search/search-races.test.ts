// Prevents: names or text from outside told by a walk or search while somebody swaps folders, files and links under it.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createSearchBench, searchOptions } from "./search-bench.ts";

/**
 * Swaps `d` for a link to the outside and `d/f` for one until it is killed: as fast as it can, with a rest now and then
 * in which a search gets through also where this machine swaps quicker than it searches.
 */
const SWAPPER = `
  const { renameSync, symlinkSync, unlinkSync } = require("node:fs");
  const [root, outside] = process.argv.slice(1);
  const attempt = (action) => { try { action(); } catch {} };
  const rest = new Int32Array(new SharedArrayBuffer(4));
  for (let swap = 0; ; swap += 1) {
    if (swap % 100 === 0) Atomics.wait(rest, 0, 0, Math.random() * 8);
    attempt(() => renameSync(root + "/d", root + "/kept"));
    attempt(() => symlinkSync(outside, root + "/d"));
    attempt(() => unlinkSync(root + "/d"));
    attempt(() => renameSync(root + "/kept", root + "/d"));
    attempt(() => renameSync(root + "/e/f", root + "/e/kept"));
    attempt(() => symlinkSync(outside + "/secret", root + "/e/f"));
    attempt(() => unlinkSync(root + "/e/f"));
    attempt(() => renameSync(root + "/e/kept", root + "/e/f"));
  }
`;

test.each(["descriptors", "checks"] as const)(
  "while folders and files are swapped for links nothing from outside is told (%s)",
  async (holding) => {
    using bench = createSearchBench();
    for (const name of ["f", "g", "h"]) bench.put(`d/${name}`, "inside hit\n");
    bench.put("e/f", "inside hit\n");
    for (const name of ["f", "g", "secret", "only-outside"])
      writeFileSync(join(bench.outside, name), "OUTSIDE hit\n");
    mkdirSync(join(bench.outside, "deeper"));
    writeFileSync(join(bench.outside, "deeper/hidden"), "OUTSIDE hit\n");
    symlinkSync(bench.outside, bench.at("always"));
    const { files } = bench.open({ holding });
    const swapper = spawn(process.execPath, ["--eval", SWAPPER, bench.root, bench.outside], {
      stdio: "ignore",
    });
    try {
      let seenInside = 0;
      for (let round = 0; round < 25 || (seenInside === 0 && round < 500); round += 1) {
        const found = await files.search(".", searchOptions({ pattern: "hit", context: 1 }));
        const told = JSON.stringify(found);
        expect(told).not.toMatch(/OUTSIDE|only-outside|deeper|hidden/);
        if (told.includes("inside hit")) seenInside += 1;
        const names: string[] = [];
        await files.walk(".", {
          visit(entry) {
            names.push(entry.path);
            return entry.kind === "directory" ? "enter" : "next";
          },
        });
        if (holding === "descriptors") expect(names.join(" ")).not.toMatch(/only-outside|deeper|hidden/);
      }
      expect(seenInside).toBeGreaterThan(0);
    } finally {
      swapper.kill("SIGKILL");
      await once(swapper, "exit");
    }
  },
);
