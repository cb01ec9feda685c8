// Prevents: two calls that change one thing at once, and a call that is held back although it shares nothing.
import { expect, test } from "vitest";
import { guardedWith } from "../testing/guarded-call-fixture.ts";
import type { Effect } from "./effect.ts";
import { lockKeys, locksConflict, sharedChange } from "./lock-keys.ts";

const keysOf = (...effects: Effect[]) => lockKeys(guardedWith(effects).effects, "ses_1");

test.each<[effect: Effect, key: string | undefined, isExclusive: boolean, holdsBack: boolean]>([
  [{ kind: "read", path: "/w/a" }, "/w/a", false, false],
  [{ kind: "write", path: "/w/a" }, "/w/a", true, true],
  [{ kind: "delete", path: "/w/a" }, "/w/a", true, true],
  [{ kind: "run", command: "ls" }, "shell:ses_1", true, false],
  [{ kind: "run", command: "ls", shell: "shell:web" }, "shell:web", true, false],
  [{ kind: "browser", page: "p", changes: false }, "browser:ses_1", true, false],
  [{ kind: "code", scratchpad: "s" }, "scratchpad:s", true, false],
  [{ kind: "index", collection: "c" }, "collection:c", true, true],
  [{ kind: "memory", record: "r", changes: true }, "memory:r", true, true],
  [{ kind: "memory", record: "r", changes: false }, "memory:r", false, false],
  [{ kind: "skill", record: "r", changes: true }, "skill:r", true, true],
  [{ kind: "todo", list: "l", changes: true }, "todo:l", true, true],
  [{ kind: "person", questions: 1 }, "person:ses_1", true, false],
  [{ kind: "opaque", label: "t", resource: "r" }, "resource:r", true, false],
  [{ kind: "opaque", label: "t" }, undefined, false, false],
  [{ kind: "connect", host: "x", port: 1 }, undefined, false, false],
  [{ kind: "agent", label: "a" }, undefined, false, false],
])("%j takes the lock %s", (effect, key, isExclusive, holdsBack) => {
  const isPath = effect.kind === "read" || effect.kind === "write" || effect.kind === "delete";
  expect(keysOf(effect)).toEqual(key === undefined ? [] : [{ key, isExclusive, isPath, holdsBack }]);
});

test("of several locks of one key the stricter counts, and keys stand in order", () => {
  const read: Effect = { kind: "read", path: "/w/b" };
  const write: Effect = { kind: "write", path: "/w/b" };
  const other: Effect = { kind: "read", path: "/w/a" };
  for (const effects of [
    [read, write, other],
    [write, other, read],
  ]) {
    expect(keysOf(...effects).map(({ key, isExclusive }) => [key, isExclusive])).toEqual([
      ["/w/a", false],
      ["/w/b", true],
    ]);
  }
});

test("a change is shared as the later call names it, and only a change of both", () => {
  const folder = keysOf({ kind: "write", path: "/w/dir" });
  const file = keysOf({ kind: "read", path: "/w/x" }, { kind: "write", path: "/w/dir/a" });
  expect(sharedChange(folder, file)?.key).toBe("/w/dir/a");
  expect(sharedChange(file, folder)?.key).toBe("/w/dir");
  expect(sharedChange(folder, keysOf({ kind: "read", path: "/w/dir/a" }))).toBeUndefined();
  expect(
    sharedChange(keysOf({ kind: "person", questions: 1 }), keysOf({ kind: "person", questions: 1 })),
  ).toBeUndefined();
  expect(locksConflict(folder, keysOf({ kind: "read", path: "/w/dir/a" }))).toBe(true);
  expect(locksConflict(folder, keysOf({ kind: "write", path: "/w/dir2" }))).toBe(false);
});
