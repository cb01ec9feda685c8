// Prevents: a change that was said to be undoable and is not, bytes put back that are not those before, the data
// of one workspace or call taken for another's, and undo data that grows without bound.
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { FileBefore } from "@wield/core";
import { expect, test } from "vitest";
import { startChild } from "../testing/child.ts";
import { openToOthers } from "../testing/files-holding.ts";
import { openTestStore } from "../testing/open-test-store.ts";
import { temporaryHome } from "../testing/temporary-home.ts";
import { workspaceKey } from "../home/home-layout.ts";
import { FileUndo } from "./file-undo.ts";
import type { UndoCall } from "./undo-file.ts";

function call(callId: string, more: Partial<UndoCall> = {}): UndoCall {
  return { callId, sessionId: "ses_1", workspace: "/w", tool: "write_file", at: 1, ...more };
}

function before(name: string, more: Partial<FileBefore> = {}): FileBefore {
  return { real: `/w/${name}`, display: name, madeParents: [], ...more };
}

test("E-006: the bytes before a change come back as they were, with mode, hash and made parents", async () => {
  const home = temporaryHome();
  const store = await openTestStore(home);
  const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => (index * 31) % 256);
  const made = before("a\nb.bin", {
    content: bytes,
    mode: 0o640,
    afterHash: "ff",
    madeParents: ["/w/x", "/w/x/y"],
  });
  await store.undo.save(call("call_1"), made);
  const { content: _, ...rest } = made;
  const expected = { ...call("call_1"), changes: [{ ...rest, index: 0, existed: true }] };
  const later = await openTestStore(home);
  expect(await later.undo.get("/w", "call_1")).toEqual(expected);
  expect(await later.undo.list("/w")).toEqual([expected]);
  expect(
    Buffer.compare(Buffer.from((await later.undo.content("/w", "call_1", 0)) ?? []), Buffer.from(bytes)),
  ).toBe(0);
  expect(openToOthers(home)).toEqual([]);
});

test("E-007: that a file did not exist is kept, and is not the same as an empty one", async () => {
  const store = await openTestStore(temporaryHome());
  await store.undo.save(call("call_1"), before("new"));
  await store.undo.save(call("call_1"), before("empty", { content: new Uint8Array() }));
  const record = await store.undo.get("/w", "call_1");
  expect(record?.changes.map(({ display, existed, index }) => [display, existed, index])).toEqual([
    ["new", false, 0],
    ["empty", true, 1],
  ]);
  expect(await store.undo.content("/w", "call_1", 0)).toBeUndefined();
  expect(await store.undo.content("/w", "call_1", 1)).toEqual(Buffer.alloc(0));
  expect(await store.undo.content("/w", "call_1", 2)).toBeUndefined();
});

test("E-008: of an append the old length and hash stand for the content", async () => {
  const store = await openTestStore(temporaryHome());
  await store.undo.save(
    call("call_1"),
    before("a.txt", { appendedAt: { length: 1, hash: "aa" }, afterHash: "bb" }),
  );
  const record = await store.undo.get("/w", "call_1");
  expect(record?.changes[0]).toMatchObject({ existed: true, appendedAt: { length: 1, hash: "aa" } });
  expect(await store.undo.content("/w", "call_1", 0)).toBeUndefined();
});

test("E-007: the newest call of the workspace comes first, whatever its session, and no other workspace's", async () => {
  const home = temporaryHome();
  const store = await openTestStore(home);
  await store.undo.save(call("call_b", { at: 5 }), before("a"));
  await store.undo.save(call("call_a", { at: 10, sessionId: "ses_2" }), before("a"));
  await store.undo.save(call("call_c", { at: 7 }), before("a"));
  await store.undo.save(call("call_other", { at: 99, workspace: "/w2" }), before("a"));
  const idsOf = async (options?: { sessionId?: string; limit?: number }): Promise<readonly string[]> =>
    (await store.undo.list("/w", options)).map(({ callId }) => callId);
  expect(await idsOf()).toEqual(["call_a", "call_c", "call_b"]);
  expect(await idsOf({ sessionId: "ses_1" })).toEqual(["call_c", "call_b"]);
  expect(await idsOf({ sessionId: "ses_1", limit: 1 })).toEqual(["call_c"]);
  expect(await idsOf({ limit: 2 })).toEqual(["call_a", "call_c"]);
  expect(await store.undo.get("/w2", "call_a")).toBeUndefined();
  expect(await store.undo.list("/nowhere")).toEqual([]);
});

test("changes keep the order they were made in, also beyond ten and at the same time", async () => {
  const home = temporaryHome();
  const store = await openTestStore(home);
  await Promise.all(
    Array.from({ length: 25 }, (_, number) => store.undo.save(call("call_1"), before(String(number)))),
  );
  const record = await store.undo.get("/w", "call_1");
  expect(record?.changes.map(({ display }) => display)).toEqual(
    Array.from({ length: 25 }, (_, number) => String(number)),
  );
  // Another process goes on where the first ended.
  await (await openTestStore(home)).undo.save(call("call_1"), before("25"));
  expect((await store.undo.get("/w", "call_1"))?.changes.at(-1)).toMatchObject({ display: "25", index: 25 });
});

test("E-007: changes of one call made at different times all give their bytes, and its last one places it", async () => {
  const store = await openTestStore(temporaryHome());
  const contentOf = (index: number): Uint8Array => Buffer.from(`before ${index}`);
  for (const [index, at] of [7, 9, 30].entries()) {
    await store.undo.save(call("call_long", { at }), before(String(index), { content: contentOf(index) }));
  }
  await store.undo.save(call("call_short", { at: 20 }), before("x"));
  const records = await store.undo.list("/w");
  expect(records.map(({ callId, at, changes }) => [callId, at, changes.length])).toEqual([
    ["call_long", 30, 3],
    ["call_short", 20, 1],
  ]);
  for (const index of [0, 1, 2]) {
    expect(await store.undo.content("/w", "call_long", index)).toEqual(contentOf(index));
  }
});

test("a call whose count was forgotten meanwhile goes on counting", async () => {
  const undo = new FileUndo(temporaryHome(), () => undefined, 2);
  for (const [number, callId] of ["call_a", "call_b", "call_c", "call_d", "call_a", "call_b"].entries()) {
    const at = number + 1;
    await undo.save(call(callId, { at }), before("a", { content: Buffer.from(String(at)) }));
  }
  const record = await undo.get("/w", "call_a");
  expect(record?.changes.map(({ index }) => index)).toEqual([0, 1]);
  expect(await undo.content("/w", "call_a", 0)).toEqual(Buffer.from("1"));
  expect(await undo.content("/w", "call_a", 1)).toEqual(Buffer.from("5"));
});

test("E-006: a call that was taken back says by which one, and may be taken back again", async () => {
  const home = temporaryHome();
  const store = await openTestStore(home);
  await store.undo.save(call("call_1"), before("a"));
  await store.undo.markUndone("/w", "call_1", "call_2");
  expect((await (await openTestStore(home)).undo.get("/w", "call_1"))?.undoneBy).toBe("call_2");
  await store.undo.markUndone("/w", "call_1", "call_3");
  expect((await store.undo.list("/w"))[0]?.undoneBy).toBe("call_3");
  await expect(store.undo.markUndone("/w", "call_none", "call_2")).rejects.toThrow(
    "there is no undo data of call call_none",
  );
});

test("E-006: what a killed process began to save is not there, and what it said is saved is whole", async () => {
  const home = temporaryHome();
  const saved: { callId: string; index: number }[] = [];
  const sizes = [10, 100_000, 3_000_000];
  await Promise.all(
    sizes.map(async (bytes, number) => {
      const child = startChild("save-undo", [home, `c${number}`, String(bytes)]);
      for (let line = 0; line < 5 + number * 3; line += 1) await child.nextLine();
      child.kill();
      await child.ended;
      for (const line of child.lines) {
        const [callId = "", index = ""] = line.split(" ");
        saved.push({ callId, index: Number(index) });
      }
    }),
  );
  const store = await openTestStore(home);
  expect(saved.length).toBeGreaterThan(10);
  const listed = new Map((await store.undo.list("/w")).map((record) => [record.callId, record]));
  for (const { callId, index } of saved) {
    expect(listed.get(callId)?.changes.map((change) => change.index)).toContain(index);
    const bytes = await store.undo.content("/w", callId, index);
    expect(bytes?.length).toBe(sizes[Number(callId.at("call_c".length))]);
    expect(bytes?.every((byte) => byte === index + 1)).toBe(true);
  }
  for (const { callId, changes } of listed.values()) {
    for (const { index } of changes) expect(await store.undo.content("/w", callId, index)).toBeDefined();
  }
});

test("a torn file is passed over wherever it was cut, and damaged content is never given out", async () => {
  const home = temporaryHome();
  const store = await openTestStore(home);
  await store.undo.save(call("call_1"), before("a", { content: Buffer.from("0123456789") }));
  const folder = join(home, "undo", workspaceKey("/w"));
  const [name = ""] = readdirSync(folder);
  const path = join(folder, name);
  appendFileSync(path, "x");
  expect(await store.undo.list("/w")).toEqual([]);
  for (let size = statSync(path).size - 2; size >= 0; size -= 7) {
    truncateSync(path, size);
    expect(await store.undo.get("/w", "call_1"), String(size)).toBeUndefined();
    await expect(store.undo.content("/w", "call_1", 0)).rejects.toThrow("is damaged");
  }
  await store.undo.save(call("call_2"), before("a", { content: Buffer.from("0123456789") }));
  const second = readdirSync(folder).find((entry) => entry.includes("call_2")) ?? "";
  const bytes = readFileSync(join(folder, second));
  bytes.write("X", bytes.length - 1);
  writeFileSync(join(folder, second), bytes);
  await expect(store.undo.content("/w", "call_2", 0)).rejects.toThrow("is damaged");
});

test("files with other names or other contents do no harm", async () => {
  const home = temporaryHome();
  const store = await openTestStore(home);
  await store.undo.save(call("call_1"), before("a"));
  const folder = join(home, "undo", workspaceKey("/w"));
  for (const name of [
    "x",
    "000000000000001.call_2.0.undo",
    "000000000000001.call_3.0.undo.bak",
    "call_1.undone",
  ]) {
    writeFileSync(join(folder, name), '{"v":1,"__proto__":{}}\n');
  }
  mkdirSync(join(folder, "000000000000001.call_4.0.undo"));
  expect((await store.undo.list("/w")).map(({ callId, undoneBy }) => [callId, undoneBy])).toEqual([
    ["call_1", undefined],
  ]);
});

test("P-007: undo data that cannot be saved is refused in a plain sentence and leaves nothing", async () => {
  const home = temporaryHome();
  writeFileSync(join(home, "undo"), "in the way");
  const store = await openTestStore(home);
  await expect(store.undo.save(call("call_1"), before("a"))).rejects.toThrow(
    "undo data could not be saved: a file stands where a folder is expected",
  );
  for (const callId of ["", "../x", "call_", "call_a/b", "call_a.b"]) {
    await expect(store.undo.save(call(callId), before("a")), callId).rejects.toThrow("is not a call id");
    expect(await store.undo.get("/w", callId)).toBeUndefined();
  }
});

test("P-007: a disk that fills up in the midst of saving refuses it and keeps no half", async () => {
  const home = temporaryHome();
  const child = startChild("save-undo", [home, "full", "300000"], "ulimit -f 400");
  await child.ended;
  expect(child.lines.at(-1)).toBe("undo data could not be saved: the largest allowed file size is reached");
  expect(readdirSync(join(home, "undo", workspaceKey("/w")))).toEqual([]);
});

test("beyond what may be kept the oldest calls go first, without waiting for a sweep", async () => {
  const home = temporaryHome();
  const retention = { journalKeepDays: 90, undoKeepDays: 30, undoKeepBytes: 50_000, outputsKeepDays: 30 };
  const store = await openTestStore(home, { retention });
  for (let number = 0; number < 30; number += 1) {
    await store.undo.save(
      call(`call_${number}`, { at: Date.now() + number }),
      before("a", { content: Buffer.alloc(4_000) }),
    );
  }
  await expect.poll(async () => (await store.undo.list("/w")).length).toBeLessThan(15);
  const kept = (await store.undo.list("/w")).map(({ callId }) => callId);
  expect(kept[0]).toBe("call_29");
  expect(kept).toEqual(Array.from({ length: kept.length }, (_, back) => `call_${29 - back}`));
});
