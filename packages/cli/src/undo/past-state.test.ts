// Prevents: bytes put back over somebody's own change, or taken from a record that does not fit what is there.
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import type { UndoChange } from "@wield/core";
import { pastState } from "./past-state.ts";
import type { FileState, RecordedChange } from "./past-state.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const file = (text: string): FileState => ({ kind: "file", bytes: bytes(text) });
const hash = (text: string): string => createHash("sha256").update(text).digest("hex");
const ABSENT: FileState = { kind: "absent" };

function change(
  call: string,
  before: string | undefined,
  after: string | undefined,
  rest: Partial<UndoChange> = {},
): RecordedChange {
  return {
    call,
    change: {
      index: 0,
      real: "/w/a",
      display: "a",
      existed: before !== undefined,
      madeParents: [],
      ...(after === undefined ? {} : { afterHash: hash(after) }),
      ...rest,
    },
    content: async () => (before === undefined || rest.appendedAt !== undefined ? undefined : bytes(before)),
  };
}

function shown(past: Awaited<ReturnType<typeof pastState>>): string {
  if (past.kind === "impossible") return `impossible: ${past.reason}`;
  const state = past.state.kind === "absent" ? "absent" : new TextDecoder().decode(past.state.bytes);
  return past.kind === "found" ? state : `${state} although ${past.reason}`;
}

test("what the call left gives the bytes it replaced, with their mode", async () => {
  const past = await pastState(file("new"), [change("c1", "old", "new", { mode: 0o600 })]);
  expect(shown(past)).toBe("old");
  expect(past).toMatchObject({ mode: 0o600 });
});

test("a file the call made was absent, and one it deleted comes back", async () => {
  expect(shown(await pastState(file("new"), [change("c1", undefined, "new")]))).toBe("absent");
  expect(shown(await pastState(ABSENT, [change("c1", "old", undefined)]))).toBe("old");
});

test("several changes are gone through, the newest first", async () => {
  const changes = [change("c2", "two", "three"), change("c1", undefined, "two")];
  expect(shown(await pastState(file("three"), changes))).toBe("absent");
});

test("an append goes back to the old length when the beginning is what it was", async () => {
  const appended = change("c1", "ab", "abcd", { appendedAt: { length: 2, hash: hash("ab") } });
  expect(shown(await pastState(file("abcd"), [appended]))).toBe("ab");
  expect(shown(await pastState(file("abcdef"), [appended]))).toBe("ab although it was changed after c1");
  expect(shown(await pastState(file("xbcd"), [appended]))).toMatch(/^impossible: /);
  expect(shown(await pastState(file("a"), [appended]))).toMatch(/^impossible: /);
});

test("somebody's own change is a conflict, before, between and after the calls", async () => {
  expect(shown(await pastState(file("mine"), [change("c1", "old", "new")]))).toBe(
    "old although it was changed after c1",
  );
  expect(shown(await pastState(ABSENT, [change("c1", "old", "new")]))).toBe(
    "old although it was deleted after c1",
  );
  expect(shown(await pastState(file("mine"), [change("c1", "old", undefined)]))).toBe(
    "old although it was made again after c1 deleted it",
  );
  const between = [change("c2", "mine", "three"), change("c1", "one", "two")];
  expect(shown(await pastState(file("three"), between))).toBe(
    "one although it was changed between c1 and c2 without Wield",
  );
});

test("content that was not kept cannot be put back", async () => {
  const lost = { ...change("c1", "old", "new"), content: async () => undefined };
  expect(shown(await pastState(file("new"), [lost]))).toMatch(/^impossible: /);
});
