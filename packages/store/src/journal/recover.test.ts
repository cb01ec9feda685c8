// Prevents: a killed process's call that stays "running" for ever or is told as done; a running call of a living
// process called interrupted; a temporary file left behind, or a file removed that only looks like one.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startChild } from "../testing/child.ts";
import { intent, outcome, proposed } from "../testing/entries.ts";
import { journalEntries } from "../testing/journal-entries.ts";
import { openTestStore } from "../testing/open-test-store.ts";
import { temporaryHome } from "../testing/temporary-home.ts";
import { systemClock } from "../testing/clocks.ts";
import type { ListedStatus } from "../database/journal-query.ts";
import type { Store } from "../open-store.ts";

async function statusOf(store: Store, callId: string): Promise<ListedStatus | undefined> {
  const history = await store.query.get(callId);
  return history.ok ? history.value?.call.status : undefined;
}

function outcomesOf(home: string, callId: string): readonly string[] {
  return journalEntries(home)
    .filter((entry) => entry.type === "outcome" && entry.callId === callId)
    .map((entry) => JSON.stringify(entry));
}

test("P-008: a killed process's call is there, interrupted, its temporary file gone; a living one's is left alone", async () => {
  const home = temporaryHome();
  const files = temporaryHome();
  const [dead, named, alive] = [1, 2, 3].map((number) => join(files, `.wield-${number}.tmp`));
  if (dead === undefined || named === undefined || alive === undefined) throw new Error("three were made");
  for (const path of [dead, named, alive]) writeFileSync(path, "half");
  const killed = startChild("hold-call", [home, "call_killed", dead, named]);
  const living = startChild("hold-call", [home, "call_living", alive]);
  await Promise.all([killed.nextLine(), living.nextLine()]);
  killed.kill();
  await killed.ended;

  const store = await openTestStore(home);
  expect(existsSync(dead)).toBe(false);
  expect(existsSync(named)).toBe(false);
  expect(existsSync(alive)).toBe(true);
  const history = await store.query.get("call_killed");
  expect(history).toMatchObject({
    value: {
      call: { status: "interrupted", code: "interrupted", tool: "write_file", hadIntent: true },
      entries: [
        { type: "proposed", rawInput: { path: "a.txt" } },
        { type: "intent", effects: [{ kind: "write", path: "a.txt" }] },
        { type: "temporary", path: dead },
        {
          type: "outcome",
          status: "interrupted",
          summary: "the process ended while this ran; it may have happened",
        },
      ],
    },
  });
  expect(await statusOf(store, "call_living")).toBe("running");
  living.kill();
  await living.ended;
  // Seen at once, before any start has written it down.
  expect(await statusOf(store, "call_living")).toBe("interrupted");
  expect(outcomesOf(home, "call_living")).toEqual([]);
  await openTestStore(home);
  expect(outcomesOf(home, "call_living")).toHaveLength(1);
  expect(existsSync(alive)).toBe(false);
});

test("P-008: starts at the same time write one outcome", async () => {
  const home = temporaryHome();
  const held = Array.from({ length: 5 }, (_, number) => startChild("hold-call", [home, `call_${number}`]));
  await Promise.all(held.map((child) => child.nextLine()));
  for (const child of held) child.kill();
  await Promise.all(held.map((child) => child.ended));

  const starters = Array.from({ length: 4 }, (_, number) =>
    startChild("append-calls", [home, `s${number}`, "0", "1"]),
  );
  const here = [openTestStore(home), openTestStore(home)];
  await Promise.all([...here, ...starters.map((child) => child.ended)]);
  for (let number = 0; number < 5; number += 1) expect(outcomesOf(home, `call_${number}`)).toHaveLength(1);
  expect(readdirSync(join(home, "processes"))).toEqual([]);
});

test("a process that ended its calls but not itself in order leaves nothing to interrupt", async () => {
  const home = temporaryHome();
  const child = startChild("append-calls", [home, "a", "0", "1"]);
  while ((await child.nextLine()) !== "ended call_a_0") expect(await child.ended.catch(() => 0)).toBe(0);
  child.kill();
  await child.ended;
  const store = await openTestStore(home);
  expect(await statusOf(store, "call_a_0")).toBe("ok");
  expect(outcomesOf(home, "call_a_0")).toHaveLength(1);
});

test("an outcome that lacks only its line break is the outcome", async () => {
  const home = temporaryHome();
  const child = startChild("hold-call", [home, "call_1"]);
  await child.nextLine();
  child.kill();
  await child.ended;
  const [day = ""] = readdirSync(join(home, "journal"));
  writeFileSync(join(home, "journal", day), `\n${JSON.stringify(outcome("call_1"))}`, { flag: "a" });
  const store = await openTestStore(home);
  expect(await statusOf(store, "call_1")).toBe("ok");
  expect(outcomesOf(home, "call_1")).toHaveLength(1);
});

test("only regular files with a name of ours are removed, and none by way of a link", async () => {
  const home = temporaryHome();
  const files = temporaryHome();
  const precious = join(files, "precious.txt");
  const directory = join(files, ".wield-dir.tmp");
  const link = join(files, ".wield-link.tmp");
  const [elsewhere, way] = [join(files, "elsewhere"), join(files, "way")];
  const behind = join(elsewhere, ".wield-3.tmp");
  mkdirSync(directory);
  mkdirSync(elsewhere);
  for (const path of [precious, behind]) writeFileSync(path, "keep");
  symlinkSync(precious, link);
  symlinkSync(elsewhere, way);
  const named = [
    precious,
    directory,
    link,
    join(way, ".wield-3.tmp"),
    ".wield-4.tmp",
    `${files}/x/../.wield-5.tmp`,
  ];
  const child = startChild("hold-call", [home, "call_1", ...named]);
  await child.nextLine();
  child.kill();
  await child.ended;
  const store = await openTestStore(home);
  expect(await statusOf(store, "call_1")).toBe("interrupted");
  expect(readdirSync(files).toSorted()).toEqual([
    ".wield-dir.tmp",
    ".wield-link.tmp",
    "elsewhere",
    "precious.txt",
    "way",
  ]);
  expect(existsSync(behind)).toBe(true);
});

test("a proposal without intent is shown by its process too, and nothing is written for it", async () => {
  const home = temporaryHome();
  const store = await openTestStore(home);
  store.journal.append(proposed("call_mine"));
  expect(await statusOf(store, "call_mine")).toBe("running");
  const owner = { ...store.process, pid: 999_999_999 };
  const [day = ""] = readdirSync(join(home, "journal"));
  const line = JSON.stringify({ ...proposed("call_gone"), owner });
  writeFileSync(join(home, "journal", day), `\n${line}\n`, { flag: "a" });
  expect(await store.query.get("call_gone")).toMatchObject({
    value: {
      call: { status: "interrupted", hadIntent: false, summary: "the process ended before this was done" },
    },
  });
  expect(outcomesOf(home, "call_gone")).toEqual([]);
});

test("a locked database delays the outcome of an interrupted call, not the start", async () => {
  const home = temporaryHome();
  const child = startChild("hold-call", [home, "call_1"]);
  await child.nextLine();
  child.kill();
  await child.ended;
  await (await openTestStore(temporaryHome())).close();
  spawnSync(process.execPath, [
    "-e",
    `new (require("node:sqlite").DatabaseSync)(${JSON.stringify(join(home, "wield.db"))}).exec("PRAGMA journal_mode=WAL")`,
  ]);
  const holder = startChild("hold-database", [join(home, "wield.db")]);
  expect(await holder.nextLine()).toBe("held");
  // The wait between tries is cut short, for the machine's time is not what is tested.
  const clock = {
    ...systemClock,
    timer: (ms: number, done: () => void) => systemClock.timer(Math.min(ms, 50), done),
  };
  const store = await openTestStore(home, { clock });
  await store.journal.sync(intent("call_2"));
  expect(outcomesOf(home, "call_1")).toEqual([]);
  expect(await statusOf(store, "call_1")).toBe("interrupted");
  holder.say("release");
  expect(await holder.nextLine()).toBe("released");
  await expect.poll(() => outcomesOf(home, "call_1").length).toBe(1);
});
