// Prevents: an undo that takes back the wrong call, or leaves a newer change standing on what it took away.
import { expect, test } from "vitest";
import type { UndoRecord } from "@wield/core";
import { planUndo, standingRecords, UNDO_TOOL } from "./undo-plan.ts";
import type { UndoTarget } from "./undo-plan.ts";

interface Given {
  readonly id: string;
  readonly paths?: readonly string[];
  readonly session?: string;
  readonly tool?: string;
  readonly undoneBy?: string;
}

/** Given oldest first, as they happened. */
function records(...given: readonly Given[]): readonly UndoRecord[] {
  return given
    .map(({ id, paths = ["/w/a"], session = "s", tool = "write_file", undoneBy }, at) => ({
      callId: id,
      sessionId: session,
      workspace: "/w",
      tool,
      at,
      changes: paths.map((path, index) => ({
        index,
        real: path,
        display: path.slice(3),
        existed: true,
        madeParents: [],
      })),
      ...(undoneBy === undefined ? {} : { undoneBy }),
    }))
    .toReversed();
}

function planned(all: readonly UndoRecord[], target: UndoTarget): readonly string[] | string {
  const plan = planUndo(all, target);
  return plan.ok ? plan.value.changes.map(({ call, path }) => `${call} ${path}`) : plan.code;
}

test("the newest call that is still in force is taken back, whatever its session", () => {
  const all = records({ id: "c1" }, { id: "c2", session: "other" });
  expect(planned(all, { kind: "newest" })).toEqual(["c2 /w/a"]);
});

test("a second undo takes back the call before, not the undo", () => {
  const all = records({ id: "c1" }, { id: "c2", undoneBy: "u1" }, { id: "u1", tool: UNDO_TOOL });
  expect(planned(all, { kind: "newest" })).toEqual(["c1 /w/a"]);
});

test("an undo is taken back by its id, and then the call stands again", () => {
  const undone = records({ id: "c1", undoneBy: "u1" }, { id: "u1", tool: UNDO_TOOL });
  expect(planned(undone, { kind: "newest" })).toBe("nothing_to_undo");
  expect(planned(undone, { kind: "call", callId: "u1" })).toEqual(["u1 /w/a"]);
  const redone = records(
    { id: "c1", undoneBy: "u1" },
    { id: "u1", tool: UNDO_TOOL, undoneBy: "u2" },
    { id: "u2", tool: UNDO_TOOL },
  );
  expect(standingRecords(redone).map(({ callId }) => callId)).toEqual(["u2", "c1"]);
  expect(planned(redone, { kind: "newest" })).toEqual(["c1 /w/a"]);
});

test("records that name each other as their undo come to an end", () => {
  expect(
    standingRecords(records({ id: "a", undoneBy: "b" }, { id: "b", undoneBy: "a" })).length,
  ).toBeLessThan(2);
});

test("a call is found by the beginning of its id when only one begins so", () => {
  const all = records({ id: "call_aa1" }, { id: "call_ab2" });
  expect(planned(all, { kind: "call", callId: "call_aa" })).toEqual(["call_aa1 /w/a"]);
  expect(planned(all, { kind: "call", callId: "call_a" })).toBe("unknown_call");
  expect(planned(all, { kind: "call", callId: "nope" })).toBe("unknown_call");
});

test("a call that was taken back already says by which call", () => {
  const all = records({ id: "c1", undoneBy: "u1" }, { id: "u1", tool: UNDO_TOOL });
  const plan = planUndo(all, { kind: "call", callId: "c1" });
  expect(plan).toMatchObject({ ok: false, code: "already_undone", message: "c1 was taken back by u1" });
});

test("a path goes back to before its session's first change, other paths of the calls stay", () => {
  const all = records(
    { id: "c0", session: "old" },
    { id: "c1", paths: ["/w/a", "/w/b"] },
    { id: "c2", session: "other" },
    { id: "c3" },
  );
  expect(planned(all, { kind: "path", real: "/w/a", shown: "a" })).toEqual(["c3 /w/a", "c2 /w/a", "c1 /w/a"]);
});

test("a folder stands for the files below it and for no namesake", () => {
  const all = records({ id: "c1", paths: ["/w/d/x", "/w/d2/y"] });
  expect(planned(all, { kind: "path", real: "/w/d", shown: "d" })).toEqual(["c1 /w/d/x"]);
});

test("a session goes back to before its first changes, newest first", () => {
  const all = records(
    { id: "c1", session: "mine" },
    { id: "c2", session: "theirs", paths: ["/w/b"] },
    { id: "c3", session: "mine", paths: ["/w/b", "/w/c"] },
  );
  expect(planned(all, { kind: "session", sessionId: "mine" })).toEqual(["c3 /w/c", "c3 /w/b", "c1 /w/a"]);
  expect(planned(all, { kind: "session", sessionId: "none" })).toBe("nothing_to_undo");
});

test("what was taken back meanwhile is gone through, so that each change meets what it left", () => {
  const all = records(
    { id: "c1" },
    { id: "c2", undoneBy: "u1" },
    { id: "u1", tool: UNDO_TOOL },
    { id: "c3" },
  );
  expect(planned(all, { kind: "path", real: "/w/a", shown: "a" })).toEqual([
    "c3 /w/a",
    "u1 /w/a",
    "c2 /w/a",
    "c1 /w/a",
  ]);
  const allUndone = records({ id: "c2", undoneBy: "u1" }, { id: "u1", tool: UNDO_TOOL });
  expect(planned(allUndone, { kind: "path", real: "/w/a", shown: "a" })).toBe("nothing_to_undo");
  expect(planned(allUndone, { kind: "session", sessionId: "s" })).toBe("nothing_to_undo");
});
