// Prevents: a result that was cut and cannot be read whole, another session's output shown, an id used as a path,
// and an output that others on the machine can read.
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { StoredOutput } from "@wield/core";
import { expect, test } from "vitest";
import { openToOthers } from "../testing/files-holding.ts";
import { openTestStore } from "../testing/open-test-store.ts";
import { temporaryHome } from "../testing/temporary-home.ts";
import { FileOutputs } from "./file-outputs.ts";

function output(more: Partial<StoredOutput> = {}): Omit<StoredOutput, "id"> {
  return {
    sessionId: "ses_1",
    callId: "call_1",
    tool: "terminal",
    text: "text",
    isPartial: false,
    origins: [],
    at: 1,
    ...more,
  };
}

test("L-002: a stored output is read whole with where it came from, in files for this person only", async () => {
  const home = temporaryHome();
  const store = await openTestStore(home);
  const text = `${"line\r\n\tä€𝄞\u0000\u001b[1m".repeat(100_000)}end`;
  const saved = output({ text, origins: ["example.org"], isPartial: true });
  const { id } = await store.outputs.save(saved);
  expect(id).toMatch(/^out_[0-9a-f]{4,}$/);
  expect(await store.outputs.get("ses_1", id)).toEqual({ ...saved, id });
  expect(openToOthers(home)).toEqual([]);
});

test("outputs are listed in the order they came, with their size, across processes", async () => {
  const home = temporaryHome();
  const store = await openTestStore(home);
  const first = await store.outputs.save(output({ at: 1, text: "𝄞" }));
  const second = await store.outputs.save(output({ at: 2, text: "", tool: "grep" }));
  const list = await (await openTestStore(home)).outputs.list("ses_1");
  expect(list.map(({ id, characters, tool }) => [id, characters, tool])).toEqual([
    [first.id, 2, "terminal"],
    [second.id, 0, "grep"],
  ]);
  expect(list[0]).not.toHaveProperty("text");
});

test("another session's output is answered like one that never was", async () => {
  const store = await openTestStore(temporaryHome());
  const { id } = await store.outputs.save(output());
  expect(await store.outputs.get("ses_2", id)).toBeUndefined();
  expect(await store.outputs.list("ses_2")).toEqual([]);
});

test("an id or session that is none is never used as a path", async () => {
  const home = temporaryHome();
  const store = await openTestStore(home);
  const { id } = await store.outputs.save(output());
  mkdirSync(join(home, "outputs", "out_abcd"));
  for (const [session, wanted] of [
    ["ses_1", `../ses_1/${id}`],
    ["ses_1/../ses_1", id],
    ["../outputs/ses_1", id],
    ["", id],
    ["ses_", id],
    ["__proto__", id],
    ["ses_1", ""],
    ["ses_1", "out_ABCD"],
    ["ses_1", `${id}.json`],
  ] as const) {
    expect(await store.outputs.get(session, wanted), `${session} ${wanted}`).toBeUndefined();
  }
  // A file elsewhere that says of itself what is asked for.
  for (const [session, wanted] of [
    ["ses_1", "../../planted"],
    ["../outputs", "out_abcde"],
  ] as const) {
    const path = join(home, "outputs", session, wanted);
    writeFileSync(
      `${path}.json`,
      JSON.stringify({ v: 1, ...output({ sessionId: session }), id: wanted, characters: 1 }),
    );
    writeFileSync(`${path}.txt`, "x");
    expect(await store.outputs.get(session, wanted)).toBeUndefined();
  }
  expect(await store.outputs.list("..")).toEqual([]);
  await expect(store.outputs.save(output({ sessionId: "../x" }))).rejects.toThrow(
    '"../x" is not a session id',
  );
});

test("ids are unique in a session however many are stored at once", async () => {
  const store = await openTestStore(temporaryHome());
  const saved = await Promise.all(
    Array.from({ length: 500 }, (_, number) => store.outputs.save(output({ text: String(number) }))),
  );
  expect(new Set(saved.map(({ id }) => id)).size).toBe(500);
  for (const [number, { id }] of saved.entries())
    expect((await store.outputs.get("ses_1", id))?.text).toBe(String(number));
});

test("an id that is taken is passed over for another, and then for a longer one", async () => {
  const home = temporaryHome();
  const outputs = new FileOutputs(home, (bytes) => "0".repeat(bytes * 2));
  const first = await outputs.save(output({ text: "first" }));
  const second = await outputs.save(output({ text: "second" }));
  expect([first.id, second.id]).toEqual(["out_0000", "out_000000"]);
  expect((await outputs.get("ses_1", first.id))?.text).toBe("first");
  expect((await outputs.get("ses_1", second.id))?.text).toBe("second");
});

test("a half stored or damaged output is not there", async () => {
  const home = temporaryHome();
  const store = await openTestStore(home);
  const { id } = await store.outputs.save(output());
  const folder = join(home, "outputs", "ses_1");
  writeFileSync(join(folder, "out_aaaaa.txt"), "no summary yet");
  for (const [name, text] of [
    ["out_bbbbb", "{"],
    ["out_ccccc", "null"],
    ["out_ddddd", JSON.stringify({ v: 1, ...output(), id, characters: 1 })],
  ] as const) {
    writeFileSync(join(folder, `${name}.txt`), "x");
    writeFileSync(join(folder, `${name}.json`), text);
    expect(await store.outputs.get("ses_1", name)).toBeUndefined();
  }
  expect((await store.outputs.list("ses_1")).map((one) => one.id)).toEqual([id]);
});

test("an output that cannot be stored is refused and leaves nothing", async () => {
  const home = temporaryHome();
  const store = await openTestStore(home);
  const folder = join(home, "outputs", "ses_1");
  mkdirSync(join(home, "outputs"));
  writeFileSync(folder, "in the way");
  await expect(store.outputs.save(output())).rejects.toThrow(
    "the output could not be saved: a file stands where a folder is expected",
  );
  expect(readdirSync(join(home, "outputs"))).toEqual(["ses_1"]);
});

test("what is stored piece by piece is there once it is whole, and nothing of what was given up", async () => {
  const home = temporaryHome();
  const store = await openTestStore(home);
  const { text: _, ...facts } = output({ isPartial: true, origins: ["example.org"] });
  const writer = await store.outputs.open?.(facts);
  await writer?.append("first ");
  expect(await store.outputs.list("ses_1")).toEqual([]);
  await writer?.append("sécond");
  const finished = await writer?.finish();
  expect(finished?.characters).toBe(12);
  expect(await store.outputs.get("ses_1", finished?.id ?? "")).toEqual({
    ...facts,
    id: finished?.id,
    text: "first sécond",
  });
  const given = await store.outputs.open?.(facts);
  await given?.append("x");
  await given?.discard();
  expect(readdirSync(join(home, "outputs", "ses_1"))).toHaveLength(2);
  expect(openToOthers(home)).toEqual([]);
});
