// Prevents: a conversation that is listed and cannot be read, one that is deleted without a question, and an export
// that shows a key or cannot come back.
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { SessionEvent } from "@wield/core";
import { openStore } from "@wield/store";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeBench } from "../testing/run-command.ts";
import type { Bench } from "../testing/run-command.ts";

const KEY = "key-of-mine-1";
const clock = { now: () => Date.now(), monotonic: () => performance.now(), timer: () => () => undefined };

let bench: Bench;
let parrot = "";
let other = "";

const says = (id: string, text: string): SessionEvent => ({
  kind: "message",
  message: { role: "user", id, origin: "person", parts: [{ kind: "text", text }] },
});

async function withStore<Value>(
  use: (store: Awaited<ReturnType<typeof openStore>>) => Promise<Value>,
): Promise<Value> {
  const store = await openStore({ home: bench.home, clock, log: () => undefined });
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

const hold = (workspaceRoot: string, ...texts: readonly string[]): Promise<string> =>
  withStore(async ({ sessions }) => {
    const session = await sessions.create({ workspaceRoot });
    for (const [index, text] of texts.entries()) await session.append(says(`m${index}`, text));
    await session.close();
    return session.id;
  });

beforeAll(async () => {
  bench = makeBench();
  parrot = await hold(bench.workspace, "a blue parrot", `the key is ${KEY}`);
  other = await hold("/somewhere/else", "a red parrot \u001b[31mhere");
});

afterAll(() => bench.remove());

test("E-005: what is listed can be shown, by the beginning of its id; other folders' only when asked for", async () => {
  const { out } = await bench.run(["sessions", "--json"]);
  expect(JSON.parse(out)).toMatchObject([{ id: parrot, title: "a blue parrot", messageCount: 2 }]);
  const all = await bench.run(["sessions", "--all-workspaces"]);
  expect(all.out.trim().split("\n")).toHaveLength(2);
  for (const [id = ""] of all.out.matchAll(/ses_\w+/g)) {
    const shown = await bench.run(["sessions", "show", id.slice(0, -2)]);
    expect(shown).toMatchObject({ code: 0, out: expect.stringContaining("parrot") });
  }
  expect(await bench.run(["sessions", "show", "nope"])).toMatchObject({ code: 1, out: "" });
});

test("words are found with their place, signs are text, and none is said", async () => {
  const found = await bench.run(["sessions", "search", "blue", "parrot"]);
  expect(found.out).toContain("a **blue** **parrot**");
  expect(found.out).not.toContain(other);
  const json = await bench.run(["sessions", "search", "parrot", "--all-workspaces", "--json"]);
  const ids = (JSON.parse(json.out) as readonly { sessionId: string }[]).map(({ sessionId }) => sessionId);
  expect(new Set(ids)).toEqual(new Set([parrot, other]));
  expect(await bench.run(["sessions", "search", '"unbalanced'])).toMatchObject({
    code: 0,
    out: "",
    err: expect.stringContaining("no match"),
  });
});

test("an export masks what is a secret now, overwrites nothing, and comes back elsewhere", async () => {
  const env = { A_TOKEN: KEY };
  const markdown = await bench.run(["sessions", "export", parrot], { env });
  expect(markdown.out).toContain("the key is [A_TOKEN]");
  const file = join(bench.workspace, "talk.json");
  expect((await bench.run(["sessions", "export", parrot, "talk.json"], { env })).code).toBe(0);
  const written = readFileSync(file, "utf8");
  expect(written).not.toContain(KEY);
  expect(statSync(file).mode & 0o077).toBe(0);
  expect(await bench.run(["sessions", "export", parrot, "json", "talk.json"])).toMatchObject({
    code: 1,
    err: expect.stringContaining("it exists already"),
  });
  expect((await bench.run(["sessions", "export", parrot, "xml", "a.xml"])).code).toBe(2);
  expect(await bench.run(["sessions", "export", parrot, "talks/a.md"])).toMatchObject({
    code: 1,
    err: expect.stringContaining(
      `talks/a.md cannot be written: there is no folder ${join(bench.workspace, "talks")}`,
    ),
  });
  const imported = JSON.parse((await bench.run(["sessions", "import", "talk.json", "--json"])).out) as {
    id: string;
  };
  expect(imported).toMatchObject({ title: "a blue parrot", messageCount: 2 });
  expect(imported.id).not.toBe(parrot);
  bench.write("broken.json", written.slice(0, -10));
  expect(await bench.run(["sessions", "import", "broken.json"])).toMatchObject({ code: 1, out: "" });
  expect((await bench.run(["sessions", "import", "no-such.json"])).code).toBe(2);
});

test("a session is named, and deleted only after a yes", async () => {
  const id = await hold(bench.workspace, "to be deleted");
  expect((await bench.run(["sessions", "title", id, "the", "  parser"])).out).toContain("the parser");
  expect((await bench.run(["sessions", "title", id, "x".repeat(81)])).code).toBe(2);
  expect((await bench.run(["sessions", "search", "parser"])).out).toContain(id);
  expect(await bench.run(["sessions", "delete", id])).toMatchObject({
    code: 3,
    err: expect.stringContaining("--yes"),
  });
  expect((await bench.run(["sessions", "show", id])).code).toBe(0);
  expect(await bench.run(["sessions", "delete", id, "--yes"])).toMatchObject({
    code: 0,
    out: `deleted ${id}\n`,
  });
  expect((await bench.run(["sessions", "show", id])).code).toBe(1);
});

test("a session that another process writes is neither deleted nor renamed", async () => {
  await withStore(async ({ sessions }) => {
    const session = await sessions.create({ workspaceRoot: bench.workspace });
    await session.append(says("m1", "still going on"));
    for (const args of [
      ["delete", session.id, "--yes"],
      ["title", session.id, "mine"],
    ]) {
      expect(await bench.run(["sessions", ...args])).toMatchObject({
        code: 1,
        err: expect.stringContaining(`is open in process ${process.pid}`),
      });
    }
    await session.close();
  });
});
