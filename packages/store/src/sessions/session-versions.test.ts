// Prevents: conversations of an earlier version that a new one cannot read. Fixtures are never changed, only added to.
import { cpSync, mkdirSync, utimesSync, writeFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { openTestStore } from "../testing/open-test-store.ts";
import { temporaryHome } from "../testing/temporary-home.ts";
import { removeAbandonedSessions } from "./remove-abandoned-sessions.ts";

const fixture = (name: string): string => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url));

test("a session of version 1 is read whole, every kind of event, and goes on", async () => {
  const home = temporaryHome();
  mkdirSync(join(home, "sessions"));
  cpSync(fixture("v1-2026-11-30"), join(home, "sessions", "ses_v1"), { recursive: true });
  const { sessions } = await openTestStore(home);
  expect(await sessions.list({ parentId: "ses_parent" })).toEqual([
    {
      id: "ses_v1",
      title: "A picture",
      workspaceRoot: "/home/ada/project",
      parentId: "ses_parent",
      createdAt: 1_790_000_001_000,
      updatedAt: 1_790_000_012_000,
      messageCount: 2,
    },
  ]);
  const opened = await sessions.open("ses_v1");
  if (!opened.ok) throw new Error(opened.message);
  const { events, problems } = opened.value;
  expect(problems).toEqual([]);
  expect(events.map(({ event }) => event.kind)).toEqual([
    "message",
    "turn_started",
    "setting",
    "message",
    "message",
    "todo",
    "goal",
    "summary",
    "title",
    "removed",
    "turn_ended",
  ]);
  const [first] = events;
  const part =
    first?.event.kind === "message" && first.event.message.role === "user"
      ? first.event.message.parts[1]
      : undefined;
  expect(part?.kind === "image" ? [...part.image.bytes] : []).toEqual([137, 80, 78, 71]);
  expect((await opened.value.append({ kind: "title", title: "On" })).seq).toBe(12);
  await opened.value.close();
});

test("what killed processes left is removed: half deleted, half made, half written; the rest stays", async () => {
  const home = temporaryHome();
  const root = join(home, "sessions");
  mkdirSync(root);
  cpSync(fixture("v1-2026-11-30"), join(root, "ses_v1"), { recursive: true });
  for (const name of [".deleted-ses_x-0a", "ses_begun", "ses_fresh", "other"]) mkdirSync(join(root, name));
  const half = join(root, "ses_v1", "images", `${"a".repeat(64)}.0a0b0c0d.new`);
  writeFileSync(half, "x");
  const longAgo = new Date(Date.now() - 7_200_000);
  for (const path of [join(root, "ses_begun"), join(root, "other"), half, join(root, "ses_v1")]) {
    utimesSync(path, longAgo, longAgo);
  }
  await removeAbandonedSessions(root, Date.now());
  const isThere = (path: string): boolean => existsSync(join(root, path));
  expect([".deleted-ses_x-0a", "ses_begun", "ses_fresh", "other", "ses_v1"].map(isThere)).toEqual([
    false,
    false,
    true,
    true,
    true,
  ]);
  expect(existsSync(half)).toBe(false);
});
