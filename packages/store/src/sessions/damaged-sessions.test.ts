// Prevents: a conversation lost to one bad line, a bad line that reaches the agent, and a log that a kill in the
// middle of a write leaves unable to go on.
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { OpenSession, SessionEvent } from "@wield/core";
import { expect, test } from "vitest";
import { startChild } from "../testing/child.ts";
import { openToOthers } from "../testing/files-holding.ts";
import { openTestStore } from "../testing/open-test-store.ts";
import { temporaryHome } from "../testing/temporary-home.ts";

const says = (id: string, text = id): SessionEvent => ({
  kind: "message",
  message: { role: "user", id, origin: "person", parts: [{ kind: "text", text }] },
});

async function sessionOf(home: string, ids: readonly string[]): Promise<{ id: string; log: string }> {
  const { sessions } = await openTestStore(home);
  const session = await sessions.create({ workspaceRoot: "/w" });
  for (const id of ids) await session.append(says(id));
  await session.close();
  return { id: session.id, log: join(home, "sessions", session.id, "events.jsonl") };
}

async function openIn(
  home: string,
  id: string,
): Promise<OpenSession & { readonly logged: readonly string[] }> {
  const store = await openTestStore(home);
  const opened = await store.sessions.open(id);
  if (!opened.ok) throw new Error(opened.message);
  const { events, problems, workspaceRoot } = opened.value;
  return {
    id,
    events,
    problems,
    workspaceRoot,
    logged: store.logged.map(({ message }) => message),
    append: (event) => opened.value.append(event),
    close: () => opened.value.close(),
  };
}

const idsOf = ({ events }: Pick<OpenSession, "events">): readonly string[] =>
  events.flatMap(({ event }) => (event.kind === "message" ? [event.message.id] : []));

test("E-001: a torn last record costs only itself, is told once, and the next is written cleanly", async () => {
  const home = temporaryHome();
  const { id, log } = await sessionOf(home, ["m1", "m2", "m3"]);
  truncateSync(log, readFileSync(log).length - 20);
  const resumed = await openIn(home, id);
  expect(idsOf(resumed)).toEqual(["m1", "m2"]);
  expect(resumed.problems).toHaveLength(1);
  expect(resumed.problems[0]).toMatch(/^1 record\(s\) of session ses_\w+ cannot be read; .*left as they are/);
  expect(resumed.logged).toEqual(resumed.problems);
  await resumed.append(says("m4"));
  await resumed.close();
  const again = await openIn(home, id);
  expect(idsOf(again)).toEqual(["m1", "m2", "m4"]);
  expect(again.problems).toEqual([]);
  expect(readFileSync(log, "utf8")).toContain('"id":"m3"');
});

test("E-001: a log cut at any byte loads what was whole and goes on", async () => {
  const home = temporaryHome();
  const { id, log } = await sessionOf(home, ["m1", "m2", "m3"]);
  const whole = readFileSync(log);
  const ends = [...whole.entries()].filter(([, byte]) => byte === 0x0a).map(([at]) => at);
  for (let length = whole.length; length > 0; length -= 1) {
    writeFileSync(log, whole.subarray(0, length));
    const resumed = await openIn(home, id);
    // The first line is the header; a record that lacks only its line break is whole.
    const expected = ["m1", "m2", "m3"].slice(0, Math.max(0, ends.filter((end) => end <= length).length - 1));
    expect([length, idsOf(resumed)]).toEqual([length, expected]);
    await resumed.append(says("next"));
    await resumed.close();
    const again = await openIn(home, id);
    expect([length, idsOf(again)]).toEqual([length, [...expected, "next"]]);
    await again.close();
  }
});

test("lines that are no records cost only themselves, whatever they are", async () => {
  const home = temporaryHome();
  const { id, log } = await sessionOf(home, ["m1"]);
  const record = (event: unknown, more: object = {}): string =>
    JSON.stringify({ v: 1, seq: 50, at: 1, event, ...more });
  const message = (more: object): string => record({ kind: "message", message: { id: "m", ...more } });
  const hostile = [
    "null",
    "[]",
    "{}",
    "\u0000\u0000\u0000",
    '{"v":1,"seq":2,"at":1}',
    "[".repeat(100_000),
    record(null),
    record({ kind: "unheard_of" }),
    record({ kind: "__proto__" }),
    record(says("m9"), { seq: Number.MAX_SAFE_INTEGER }),
    record(says("m9"), { seq: "3" }),
    record(says("m9"), { seq: 0 }),
    record(says("m9"), { at: null }),
    record(says("m9"), { v: "1" }),
    record(says("m9"), { v: 0 }),
    record(says("m1 again"), { seq: 1 }),
    message({ role: "user", origin: "person", parts: null }),
    message({ role: "user", origin: "stranger", parts: [] }),
    message({ role: "user", origin: "person", parts: [null] }),
    message({
      role: "user",
      origin: "person",
      parts: [{ kind: "call", callId: "c", tool: "t", rawInput: "{}" }],
    }),
    message({ role: "system", parts: [] }),
    message({ role: "assistant", model: "a/b", parts: [{ kind: "call", callId: 1 }] }),
    message({ role: "result", callId: "c", tool: "t", text: "x", status: "fine", origins: [] }),
    message({ role: "result", callId: "c", tool: "t", text: "x", status: "ok", origins: "no" }),
    message({
      role: "user",
      origin: "person",
      parts: [
        { kind: "image", image: { type: "image", mediaType: "image/png", file: "../../../etc/passwd" } },
      ],
    }),
    record({ kind: "todo", items: [{ content: "x", status: "maybe" }] }),
    record({ kind: "removed", messageIds: [1] }),
    record({ kind: "turn_ended", turn: 1, reason: "done", steps: 1, calls: 1, usage: {} }),
  ];
  appendFileSync(log, `${hostile.join("\n")}\n${record(says("m2"), { seq: 2 })}\n`);
  const resumed = await openIn(home, id);
  expect(idsOf(resumed)).toEqual(["m1", "m2"]);
  expect(resumed.problems).toEqual([expect.stringMatching(new RegExp(`^${hostile.length} record\\(s\\)`))]);
  expect((await resumed.append(says("m3"))).seq).toBe(3);
});

test("records in another order count by their number", async () => {
  const home = temporaryHome();
  const { id, log } = await sessionOf(home, ["m1", "m2", "m3"]);
  const [header, ...records] = readFileSync(log, "utf8").trim().split("\n");
  writeFileSync(log, [header, ...records.toReversed(), ""].join("\n"));
  expect(idsOf(await openIn(home, id))).toEqual(["m1", "m2", "m3"]);
});

test("a record of a newer version is left for that version, and said", async () => {
  const home = temporaryHome();
  const { id, log } = await sessionOf(home, ["m1"]);
  appendFileSync(log, '{"v":2,"seq":2,"at":1,"what":"comes later"}\n');
  const resumed = await openIn(home, id);
  expect(idsOf(resumed)).toEqual(["m1"]);
  expect(resumed.problems[0]).toContain("written by a newer Wield");
});

test("without its first line a session is still there, with its folder unknown", async () => {
  const home = temporaryHome();
  const { id, log } = await sessionOf(home, ["m1"]);
  writeFileSync(log, readFileSync(log, "utf8").slice(10));
  const resumed = await openIn(home, id);
  expect(idsOf(resumed)).toEqual(["m1"]);
  expect(resumed.workspaceRoot).toBe("");
  expect(resumed.problems.join("\n")).toContain("which folder");
});

test("a picture that is gone has no bytes and is told; the message stays", async () => {
  const home = temporaryHome();
  const { sessions } = await openTestStore(home);
  const session = await sessions.create({ workspaceRoot: "/w" });
  const image = { type: "image", mediaType: "image/png", bytes: Uint8Array.from([1, 2]) } as const;
  await session.append({
    kind: "message",
    message: { role: "user", id: "m1", origin: "person", parts: [{ kind: "image", image }] },
  });
  await session.close();
  expect(readdirSync(join(home, "sessions", session.id, "images"))).toHaveLength(1);
  rmSync(join(home, "sessions", session.id, "images"), { recursive: true });
  const resumed = await openIn(home, session.id);
  expect(resumed.problems).toEqual([`1 picture(s) of session ${session.id} are gone`]);
  const [stored] = resumed.events;
  const part =
    stored?.event.kind === "message" && stored.event.message.role === "user"
      ? stored.event.message.parts[0]
      : undefined;
  expect(part?.kind === "image" ? part.image.bytes.length : -1).toBe(0);
});

test("nobody else can read a session, and names that are no sessions are not listed", async () => {
  const home = temporaryHome();
  const { id } = await sessionOf(home, ["m1"]);
  expect(openToOthers(join(home, "sessions"))).toEqual([]);
  mkdirSync(join(home, "sessions", "ses_empty"));
  mkdirSync(join(home, "sessions", "other"));
  symlinkSync("/etc/passwd", join(home, "sessions", "ses_link"));
  const { sessions } = await openTestStore(home);
  expect((await sessions.list()).map((one) => one.id)).toEqual([id]);
  for (const wrong of ["", ".", "..", "../sessions", "ses_empty", "ses_link", "other", `${id}/../${id}`]) {
    expect(await sessions.open(wrong)).toMatchObject({ code: "no_such_session" });
    expect(await sessions.delete(wrong)).toMatchObject({ code: "no_such_session" });
  }
});

test("E-001: a disk that is full refuses the message, keeps those before it, and the next starts cleanly", async () => {
  const home = temporaryHome();
  const writer = startChild("write-session", [home], "ulimit -f 64");
  const id = (await writer.nextLine())?.split(" ")[0] ?? "";
  await writer.ended;
  const told = writer.lines.slice(1, -1).map(Number);
  expect(writer.lines.at(-1)).toMatch(
    /^NotSavedError: the conversation could not be saved: the (disk|largest)/,
  );
  expect(told.length).toBeGreaterThan(5);
  const resumed = await openIn(home, id);
  expect(idsOf(resumed)).toEqual(told.map((count) => `m${count}`));
  await resumed.append(says("next"));
  await resumed.close();
  const again = await openIn(home, id);
  expect(idsOf(again).at(-1)).toBe("next");
  expect(again.problems).toEqual([]);
});
