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

async function medianUs(rounds: number, step: () => unknown): Promise<number> {
  for (let count = 0; count < rounds / 5; count += 1) await step();
  const times: number[] = [];
  for (let count = 0; count < rounds; count += 1) {
    const start = performance.now();
    await step();
    times.push(performance.now() - start);
  }
  return (times.toSorted((left, right) => left - right)[rounds >> 1] ?? 0) * 1000;
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
const steps: readonly (readonly [name: string, rounds: number, step: () => unknown])[] = [
  ["bare readFileSync", 5000, () => readFileSync(path)],
  ["read, files of a new call", 5000, () => open().read("src/files/small.ts")],
  ["readText, files of a new call", 5000, () => open().readText("src/files/small.ts")],
  ["resolve", 5000, () => driver.resolve("src/files/small.ts", workspace)],
  ["read of what is missing", 300, () => open().read("src/files/none.ts")],
  ["bare write + fsync + rename", 400, () => bareWrite(false)],
  ["bare write + fsync + rename + fsync of the folder", 400, () => bareWrite(true)],
  ["write, files of a new call", 400, () => open().write("src/files/small.ts", small)],
  ["append of 10 bytes", 400, () => open().append("src/files/log", "0123456789")],
];
try {
  for (const [name, rounds, step] of steps) {
    process.stdout.write(`${(await medianUs(rounds, step)).toFixed(1).padStart(8)} µs  ${name}\n`);
  }
} finally {
  rmSync(base, { recursive: true, force: true });
}
