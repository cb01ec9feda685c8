// Prevents: a folder that is still used when it was let go, one that stays held, and a walk in one that is gone.
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
  readlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { descriptorHolder } from "./descriptor-holder.ts";
import { createWalker, locate } from "./locate.ts";
import { createRoots, type Roots } from "./roots.ts";

let base: string;
let root: string;
let held: string[];
let roots: Roots;

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "wield-roots-")));
  root = join(base, "w");
  mkdirSync(root);
  writeFileSync(join(root, "a.txt"), "old");
  held = [];
  roots = createRoots(counting);
});

afterEach(() => rmSync(base, { recursive: true, force: true }));

const counting = {
  ...descriptorHolder,
  hold: (path: string) => {
    held.push(path);
    return descriptorHolder.hold(path);
  },
};

function openDescriptors(): readonly string[] {
  return readdirSync("/proc/self/fd").flatMap((fd) => {
    const to = nameOf(`/proc/self/fd/${fd}`);
    return to.startsWith(base) ? [to] : [];
  });
}

/** The descriptor that lists the folder is gone by then. */
function nameOf(descriptor: string): string {
  try {
    return readlinkSync(descriptor);
  } catch {
    return "";
  }
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test("walks of one turn hold the folder they start in once, and it is let go when the turn ends", async () => {
  const walker = createWalker(counting, roots, [root]);
  for (let walk = 0; walk < 3; walk += 1) {
    using located = locate(walker, join(root, "a.txt"));
    expect(located.ending.kind).toBe("found");
  }
  expect(held.filter((path) => path === root)).toHaveLength(1);
  await turn();
  expect(openDescriptors()).toEqual([]);
  locate(walker, join(root, "a.txt"))[Symbol.dispose]();
  expect(held.filter((path) => path === root)).toHaveLength(2);
});

test("who goes on using the folder has it until he lets go, whatever becomes of its name", async () => {
  const walker = createWalker(counting, roots, [root]);
  const located = locate(walker, root);
  renameSync(root, join(base, "moved"));
  await turn();
  expect(located.folder.real()).toBe(join(base, "moved"));
  located[Symbol.dispose]();
  expect(openDescriptors()).toEqual([]);
});

test("a folder that is removed and made anew within a turn is walked anew", () => {
  const walker = createWalker(counting, roots, [root]);
  locate(walker, join(root, "a.txt"))[Symbol.dispose]();
  rmSync(root, { recursive: true });
  mkdirSync(root);
  writeFileSync(join(root, "b.txt"), "new");
  using located = locate(walker, join(root, "b.txt"));
  expect(located.ending.kind).toBe("found");
});

test("another folder under the name has its own identity and what is above it is looked up anew", async () => {
  const walker = createWalker(counting, roots, [root]);
  const lineageNow = (): readonly string[] => {
    using located = locate(walker, join(root, "a.txt"));
    return located.lineage.map(({ inode }) => inode);
  };
  const first = lineageNow();
  await turn();
  renameSync(base, `${base}-old`);
  mkdirSync(root, { recursive: true });
  writeFileSync(join(root, "a.txt"), "other");
  const second = lineageNow();
  expect(second[0]).not.toBe(first[0]);
  expect(second[1]).not.toBe(first[1]);
  rmSync(`${base}-old`, { recursive: true });
});
