// Prevents: a file seen half written, by others at any time and after the writer was killed.
import { fork } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";

const MB = 1024 * 1024;
const OLD = Buffer.alloc(8 * MB, "A");
const NEW = Buffer.alloc(16 * MB, "B");

let base: string;
let w: string;
let big: string;

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "wield-crash-")));
  w = join(base, "w");
  big = join(w, "big.bin");
  mkdirSync(w);
  writeFileSync(big, OLD);
});

afterEach(() => rmSync(base, { recursive: true, force: true }));

async function startWriter(): Promise<ChildProcess> {
  const writer = fork(join(import.meta.dirname, "write-in-turn.program.ts"), [base]);
  await once(writer, "message");
  return writer;
}

const others = (): readonly string[] => readdirSync(w).filter((name) => name !== "big.bin");

test("F-033: others see the old file or the new one, nothing between", async () => {
  const writer = await startWriter();
  const sizes = new Set<number>();
  let isTold = false;
  for (let turn = 0; writer.exitCode === null && writer.signalCode === null; turn += 1) {
    for (let look = 0; look < 200; look += 1) sizes.add(statSync(big).size);
    // It goes on until both were seen, however late this process gets to look.
    if (!isTold && turn > 20 && sizes.size > 1) isTold = writer.send("enough");
    await nextTurn();
  }
  expect(writer.exitCode).toBe(0);
  expect([...sizes].toSorted((left, right) => left - right)).toEqual([8 * MB, 16 * MB]);
  expect(others()).toEqual([]);
  expect(Buffer.compare(readFileSync(big), NEW)).toBe(0);
});

test("F-033: a writer killed in the middle of a write leaves the old content or the new one whole", async () => {
  let leftBehind = 0;
  // Some are killed before the rename, or nothing was tried: until there was one.
  for (let kill = 0; kill < 4 || leftBehind === 0; kill += 1) {
    const before = others();
    const writer = await startWriter();
    // Its temporary file is there and holds a part: a write is under way.
    const isUnderWay = (): boolean =>
      others().some(
        (name) =>
          !before.includes(name) &&
          (statSync(join(w, name), { throwIfNoEntry: false })?.size ?? 0) > (kill % 4) * 3 * MB,
      );
    while (!isUnderWay()) {
      expect(writer.exitCode).toBeNull();
      await nextTurn();
    }
    writer.kill("SIGKILL");
    await once(writer, "exit");
    const content = readFileSync(big);
    expect(Buffer.compare(content, content.length === OLD.length ? OLD : NEW)).toBe(0);
    const left = others().filter((name) => !before.includes(name));
    // Named after the one that died, so that it can be told from those of the living.
    expect(left.every((name) => name.startsWith(`.wield-${writer.pid}-`))).toBe(true);
    expect(left.length).toBeLessThanOrEqual(1);
    leftBehind += left.length;
  }
});
