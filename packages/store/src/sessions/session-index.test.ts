// Prevents: a conversation that is there and cannot be found, one that is found and is gone, and an index whose
// damage or absence hides what the logs hold.
import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { SessionEvent } from "@wield/core";
import { expect, test } from "vitest";
import { openToOthers } from "../testing/files-holding.ts";
import { openTestStore } from "../testing/open-test-store.ts";
import { temporaryHome } from "../testing/temporary-home.ts";

type Opened = Awaited<ReturnType<typeof openTestStore>>;

const says = (id: string, text: string): SessionEvent => ({
  kind: "message",
  message: { role: "user", id, origin: "person", parts: [{ kind: "text", text }] },
});

async function said(store: Opened, ...texts: readonly string[]): Promise<string> {
  const session = await store.sessions.create({ workspaceRoot: "/w" });
  for (const [index, text] of texts.entries()) await session.append(says(`m${index + 1}`, text));
  await session.close();
  return session.id;
}

const found = async (store: Opened, text: string): Promise<readonly string[]> =>
  (await store.sessions.list({ text })).map(({ id }) => id);

async function hits(store: Opened, query: string): Promise<readonly string[]> {
  const searched = await store.sessions.search(query);
  if (!searched.ok) throw new Error(searched.message);
  return searched.value.map((hit) => hit.snippet);
}

test("a damaged index, a missing one and one that is no database are made again from the logs", async () => {
  const home = temporaryHome();
  const id = await said(await openTestStore(home), "a blue parrot");
  const path = join(home, "sessions.db");
  const breaks: readonly (() => void)[] = [
    () => undefined,
    () => ["", "-wal", "-shm"].forEach((end) => rmSync(path + end, { force: true })),
    () => writeFileSync(path, "this is no database, and long enough to be looked at ".repeat(100)),
    () => new DatabaseSync(path).exec("DROP TABLE said"),
  ];
  for (const breakIt of breaks) {
    breakIt();
    const store = await openTestStore(home);
    expect(await found(store, "parrot")).toEqual([id]);
    expect(await hits(store, "parrot")).toEqual(["a blue **parrot**", "a blue **parrot**"]);
    expect(await store.sessions.list()).toHaveLength(1);
    await store.close();
  }
  expect(openToOthers(home)).toEqual([]);
});

test("without any index lists and words come from the logs, and a search says that it failed", async () => {
  const home = temporaryHome();
  const writing = await openTestStore(home);
  const id = await said(writing, "a blue parrot");
  await said(writing, "東京の天気");
  const database = new DatabaseSync(join(home, "sessions.db"));
  database.exec("PRAGMA user_version = 99");
  database.close();
  const store = await openTestStore(home);
  expect(await store.sessions.list({ workspaceRoot: "/w" })).toHaveLength(2);
  expect(await found(store, "PARROT")).toEqual([id]);
  expect(await found(store, "天気")).toHaveLength(1);
  expect(await found(store, "unicorn")).toEqual([]);
  expect(await store.sessions.search("parrot")).toMatchObject({ ok: false, code: "search_failed" });
  expect(store.logged.map(({ message }) => message)).toEqual([
    expect.stringContaining("their logs are read"),
  ]);
});

test("M-007: punctuation in a query is text, and words that belong together are found together", async () => {
  const store = await openTestStore(temporaryHome());
  await said(store, "it's here");
  await said(store, "see src/main.py");
  await said(store, "write to a@b.c");
  await said(store, "we use C++ for that");
  await said(store, "main for python, src unused");
  expect(await hits(store, "it's")).toHaveLength(2);
  expect(await hits(store, "src/main.py")).toEqual([
    "see **src**/**main**.**py**",
    "see **src**/**main**.**py**",
  ]);
  expect(await hits(store, "a@b.c")).toHaveLength(2);
  expect(await hits(store, "C++")).toContain("we use **C**++ for that");
  for (const query of ['"unbalanced', "*", "col:", "AND", "NEAR(", "^", "-"]) {
    expect(await hits(store, query)).toEqual([]);
  }
});

test("scripts without blanks are found by parts of words, accents and case do not count", async () => {
  const store = await openTestStore(temporaryHome());
  const japanese = await said(store, "東京の天気はどうですか 100% _x");
  const french = await said(store, "le café est FERMÉ");
  expect(await found(store, "天気")).toEqual([japanese]);
  expect(await found(store, "天_気")).toEqual([]);
  expect(await found(store, "cafe fermé")).toEqual([french]);
  expect((await hits(store, "天気"))[0]).toBe("東京の**天気**はどうですか 100% _x");
});

test("a hit is one message in which all words occur, with its place; a list goes by the whole conversation", async () => {
  const store = await openTestStore(temporaryHome());
  const long = `${"before ".repeat(100)}the needle is here ${"after ".repeat(100)}`;
  const id = await said(store, "first words", long, "last words");
  expect(await found(store, "needle last")).toEqual([id]);
  expect(await hits(store, "needle last")).toEqual([]);
  const searched = await store.sessions.search("needle", { workspaceRoot: "/w", limit: 5 });
  expect(searched).toMatchObject({
    value: [{ sessionId: id, title: "first words", role: "user", messageId: "m2", seq: 2 }],
  });
  const [snippet = ""] = await hits(store, "needle");
  expect(snippet).toMatch(/^… .*the \*\*needle\*\* is here.* …$/);
  expect(snippet.length).toBeLessThan(260);
  expect(await store.sessions.search("needle", { workspaceRoot: "/other" })).toMatchObject({ value: [] });
});

test("what another process writes or deletes is seen at the next look", async () => {
  const home = temporaryHome();
  const [one, two] = [await openTestStore(home), await openTestStore(home)];
  const id = await said(one, "a walrus");
  expect(await found(two, "walrus")).toEqual([id]);
  const opened = await one.sessions.open(id);
  if (!opened.ok) throw new Error(opened.message);
  await opened.value.append(says("m2", "a narwhal"));
  expect(await found(two, "narwhal")).toEqual([id]);
  await opened.value.append({ kind: "removed", messageIds: ["m2"] });
  expect(await found(two, "narwhal")).toEqual([]);
  expect(await hits(two, "narwhal")).toEqual([]);
  await opened.value.close();
  await one.sessions.delete(id);
  expect(await found(two, "walrus")).toEqual([]);
  expect(await hits(two, "walrus")).toEqual([]);
});

test("a store that is used for other things opens no index of sessions", async () => {
  const home = temporaryHome();
  const store = await openTestStore(home);
  await said(store, "x");
  await store.close();
  expect(existsSync(join(home, "sessions.db"))).toBe(false);
});

test("a deleted session takes its outputs and undo data with it, and no other's", async () => {
  const home = temporaryHome();
  const store = await openTestStore(home);
  const [gone, stays] = [await said(store, "one"), await said(store, "two")];
  for (const [index, sessionId] of [gone, stays].entries()) {
    const call = { callId: `call_${index}`, sessionId, workspace: "/w", tool: "write_file", at: Date.now() };
    await store.outputs.save({ ...call, text: "x", isPartial: false, origins: [] });
    await store.undo.save(call, { real: "/w/a", display: "a", madeParents: [] });
  }
  await store.sessions.delete(gone);
  expect(await store.outputs.list(gone)).toEqual([]);
  expect(await store.outputs.list(stays)).toHaveLength(1);
  expect((await store.undo.list("/w")).map(({ sessionId }) => sessionId)).toEqual([stays]);
  expect(readdirSync(join(home, "sessions"))).toEqual([stays]);
  expect(statSync(join(home, "sessions")).mode & 0o077).toBe(0);
});
