// Measures the local files driver beside bare calls of node:fs in one run:
// `node packages/host/scripts/bench-files.ts`. Prints medians in microseconds.
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLocalFiles } from "../src/files/local-files.ts";
import { createScopeFixture } from "../src/files/scope-fixture.ts";

const base = realpathSync(mkdtempSync(join(tmpdir(), "wield-bench-")));
const root = join(base, "w");
mkdirSync(join(root, "src/files"), { recursive: true });
const path = join(root, "src/files/small.ts");
const small = "export const x = 1;\n".repeat(100);
writeFileSync(path, small);
const workspace = { root, readRoots: [], writeRoots: [], home: base };
const driver = createLocalFiles();

interface Step {
  readonly name: string;
  readonly run: () => unknown;
}

/** Steps take turns, so that what else the machine does falls on all of them. */
async function measure(rounds: number, steps: readonly Step[]): Promise<void> {
  const times = steps.map((): number[] => []);
  for (let round = 0; round < rounds * 1.2; round += 1) {
    for (const [index, step] of steps.entries()) {
      const start = performance.now();
      await step.run();
      if (round >= rounds * 0.2) times[index]?.push(performance.now() - start);
    }
  }
  for (const [index, step] of steps.entries()) {
    const median = times[index]?.toSorted((left, right) => left - right)[rounds >> 1] ?? 0;
    process.stdout.write(`${(median * 1000).toFixed(1).padStart(8)} µs  ${step.name}\n`);
  }
}

function bareWrite(isFolderSynced: boolean): void {
  const fd = openSync(`${path}.tmp`, "wx");
  writeSync(fd, small);
  fsyncSync(fd);
  closeSync(fd);
  renameSync(`${path}.tmp`, path);
  if (!isFolderSynced) return;
  const folder = openSync(join(root, "src/files"), "r");
  fsyncSync(folder);
  closeSync(folder);
}

const open = () => driver.open(createScopeFixture(workspace));
try {
  await measure(5000, [
    { name: "bare readFileSync", run: () => readFileSync(path) },
    { name: "read, files of a new call", run: () => open().read("src/files/small.ts") },
    { name: "readText, files of a new call", run: () => open().readText("src/files/small.ts") },
    { name: "resolve", run: () => driver.resolve("src/files/small.ts", workspace) },
  ]);
  await measure(500, [
    { name: "bare write + fsync + rename", run: () => bareWrite(false) },
    { name: "bare write + fsync + rename + fsync of the folder", run: () => bareWrite(true) },
    { name: "write, files of a new call", run: () => open().write("src/files/small.ts", small) },
    { name: "append of 10 bytes", run: () => open().append("src/files/log", "0123456789") },
  ]);
} finally {
  rmSync(base, { recursive: true, force: true });
}
