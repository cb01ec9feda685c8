// Prevents: an event that nobody waits for and that never reaches the disk, or whose failure nobody is told.
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createScrubber, NotSavedError, type SessionEvent } from "@wield/core";
import { createManualClock } from "@wield/testkit";
import { beforeEach, expect, test } from "vitest";
import { temporaryHome } from "../testing/temporary-home.ts";
import { HeldSession } from "./held-session.ts";
import { SessionImages } from "./session-images.ts";
import { SessionLog } from "./session-log.ts";

const title = (name: string): SessionEvent => ({ kind: "title", title: name });

class WatchedLog extends SessionLog {
  syncs = 0;
  fault: Error | undefined;

  override sync(): Promise<void> {
    this.syncs += 1;
    return this.fault === undefined ? super.sync() : Promise.reject(this.fault);
  }
}

let path: string;
let log: WatchedLog;
let clock: ReturnType<typeof createManualClock>;
let session: HeldSession;
let released: number;

beforeEach(() => {
  const folder = join(temporaryHome(), "ses_1");
  mkdirSync(folder, { recursive: true });
  path = join(folder, "events.jsonl");
  log = new WatchedLog(path, { isNew: true, endsCleanly: true });
  clock = createManualClock();
  released = 0;
  session = new HeldSession({
    id: "ses_1",
    header: { workspaceRoot: "/w", createdAt: 0 },
    events: [],
    problems: [],
    hold: { release: () => void (released += 1) },
    log,
    images: new SessionImages(join(folder, "images")),
    clock,
    scrubber: () => createScrubber([]),
    closed: () => undefined,
  });
});

test("an event that may follow is written when it resolves, and on disk with the next one", async () => {
  await session.append(title("one"), { mayFollow: true });
  expect(readFileSync(path, "utf8")).toContain("one");
  expect(log.syncs).toBe(0);
  await session.append(title("two"));
  expect(log.syncs).toBe(1);
  await clock.advance(1000);
  await session.close();
  expect(log.syncs).toBe(1);
});

test("an event that may follow is brought to disk soon when nothing follows", async () => {
  await session.append(title("one"), { mayFollow: true });
  await session.append(title("two"), { mayFollow: true });
  await clock.advance(1000);
  expect(log.syncs).toBe(1);
});

test("closing brings to disk what was to follow, and lets go of the session also when that fails", async () => {
  await session.append(title("one"), { mayFollow: true });
  log.fault = Object.assign(new Error("EIO: i/o error"), { code: "EIO" });
  await expect(session.close()).rejects.toThrow(NotSavedError);
  expect(log.syncs).toBe(1);
  expect(released).toBe(1);
});

test("a failure to bring an event to disk that nobody waited for is told to the next one, once", async () => {
  await session.append(title("one"), { mayFollow: true });
  log.fault = Object.assign(new Error("EIO: i/o error"), { code: "EIO" });
  await clock.advance(1000);
  log.fault = undefined;
  await expect(session.append(title("two"))).rejects.toThrow(NotSavedError);
  await session.append(title("three"));
  await session.close();
});

test("what cannot even be written fails at once, also when it may follow", async () => {
  log.write = () => {
    throw Object.assign(new Error("no space left"), { code: "ENOSPC" });
  };
  await expect(session.append(title("one"), { mayFollow: true })).rejects.toThrow(NotSavedError);
});
