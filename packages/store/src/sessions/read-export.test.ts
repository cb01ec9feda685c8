// Prevents: an export that cannot come back, and a file from elsewhere that brings in a key or what is no event.
import { join } from "node:path";
import { readdirSync } from "node:fs";
import type { StoredSessionEvent } from "@wield/core";
import { expect, test } from "vitest";
import { filesHolding } from "../testing/files-holding.ts";
import { openTestStore } from "../testing/open-test-store.ts";
import { temporaryHome } from "../testing/temporary-home.ts";

const base64 = (bytes: readonly number[]): string => Buffer.from(bytes).toString("base64");
const message = (part: object): object => ({
  seq: 7,
  at: 5,
  event: { kind: "message", message: { role: "user", id: "m1", origin: "person", parts: [part] } },
});
const exported = (events: unknown, more: object = {}): string =>
  JSON.stringify({
    format: "wield-session",
    version: 1,
    id: "ses_x",
    title: "t",
    workspace: "/there",
    events,
    ...more,
  });
const TEXT = message({ kind: "text", text: "hello sk-0123456789abcdefghij" });

test("an export comes back under a new id, in this folder, with times and pictures, without keys", async () => {
  const home = temporaryHome();
  const { sessions } = await openTestStore(home);
  const image = { type: "image", mediaType: "image/png", bytes: base64([1, 2, 255]) };
  const text = exported([
    TEXT,
    message({ kind: "image", image }),
    { seq: 9, at: 8, event: { kind: "title", title: "T" } },
  ]);
  const imported = await sessions.import(text, "/here");
  expect(imported).toMatchObject({
    ok: true,
    value: { title: "T", workspaceRoot: "/here", messageCount: 2 },
  });
  const id = imported.ok ? imported.value.id : "";
  const read = await sessions.read(id);
  const events: readonly StoredSessionEvent[] = read.ok ? read.value : [];
  expect(events.map(({ seq, at }) => [seq, at])).toEqual([
    [1, 5],
    [2, 5],
    [3, 8],
  ]);
  const part = events[1]?.event;
  const shown = part?.kind === "message" && part.message.role === "user" ? part.message.parts[0] : undefined;
  expect(shown?.kind === "image" ? [...shown.image.bytes] : []).toEqual([1, 2, 255]);
  expect(filesHolding(home, "sk-0123456789abcdefghij")).toEqual([]);
  expect((await sessions.open(id)).ok).toBe(true);
});

test("the model, toolset and approval mode of an export do not count here", async () => {
  const { sessions } = await openTestStore(temporaryHome());
  const setting = { kind: "setting", approvalMode: "auto", toolset: "all", model: "other/model" };
  const imported = await sessions.import(exported([TEXT, { seq: 9, at: 8, event: setting }]), "/here");
  const read = await sessions.read(imported.ok ? imported.value.id : "");
  expect(read.ok ? read.value.map(({ event }) => event.kind) : []).toEqual(["message"]);
  expect(await sessions.import(exported([{ seq: 9, at: 8, event: setting }]), "/here")).toMatchObject({
    ok: false,
    code: "not_an_export",
  });
});

test("what is no export is refused with the place, and nothing is made of it", async () => {
  const home = temporaryHome();
  const { sessions } = await openTestStore(home);
  const image = { type: "image", mediaType: "image/png", file: "a".repeat(64) };
  const wrong: readonly (readonly [text: string, why: string])[] = [
    ["", "this is no session"],
    ["[]", "this is no session"],
    ['{"format":"other","version":1}', "this is no session"],
    [exported([TEXT], { version: 2 }), "it has the form 2; this Wield knows 1 at most"],
    [exported([]), "it holds no events"],
    [exported({}), "it holds no events"],
    [exported([TEXT, null]), "events[1] is no event"],
    [exported([TEXT, { at: 1, event: { kind: "what" } }]), "events[1] is no event"],
    [exported([message({ kind: "image", image })]), "events[0] is no event"],
    [exported([{ event: { kind: "title", title: "t" } }]), "events[0] is no event"],
  ];
  for (const [text, why] of wrong) {
    expect(await sessions.import(text, "/here")).toMatchObject({
      ok: false,
      code: "not_an_export",
      message: expect.stringContaining(why),
    });
  }
  expect(await sessions.list()).toEqual([]);
  expect(readdirSync(join(home)).includes("sessions")).toBe(false);
});
