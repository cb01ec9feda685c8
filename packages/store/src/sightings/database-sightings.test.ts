// Prevents: a session that has read a file and is told it has not, in the same process or the next; and a file
// that cannot be read because the database cannot.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Sighting } from "@wield/core";
import { expect, test } from "vitest";
import { startChild } from "../testing/child.ts";
import { openTestStore } from "../testing/open-test-store.ts";
import { temporaryHome } from "../testing/temporary-home.ts";

const ONE: Sighting = { mark: "3:abc", seen: [{ first: 1, last: 2 }] };
const TWO: Sighting = {
  mark: "4:def",
  seen: [
    { first: 1, last: 2 },
    { first: 7, last: 9 },
  ],
};

test("what was seen is known at once and in the next process, by session and by path", async () => {
  const home = temporaryHome();
  const store = await openTestStore(home);
  store.sightings.set("ses_1", "/w/a", ONE);
  store.sightings.set("ses_2", "/w/a", TWO);
  expect(await store.sightings.get("ses_1", "/w/a")).toEqual(ONE);
  await store.close();
  const later = await openTestStore(home);
  expect(await later.sightings.get("ses_1", "/w/a")).toEqual(ONE);
  expect(await later.sightings.get("ses_2", "/w/a")).toEqual(TWO);
  expect(await later.sightings.get("ses_1", "/w/b")).toBeUndefined();
});

test("the last word holds: set again, forgotten, set after that", async () => {
  const home = temporaryHome();
  const store = await openTestStore(home);
  store.sightings.set("ses_1", "/w/a", ONE);
  store.sightings.set("ses_1", "/w/a", TWO);
  store.sightings.set("ses_1", "/w/b", ONE);
  store.sightings.forget("ses_1", "/w/b");
  expect(await store.sightings.get("ses_1", "/w/b")).toBeUndefined();
  await store.close();
  const later = await openTestStore(home);
  expect(await later.sightings.get("ses_1", "/w/a")).toEqual(TWO);
  expect(await later.sightings.get("ses_1", "/w/b")).toBeUndefined();
  later.sightings.forget("ses_1", "/w/a");
  expect(await later.sightings.get("ses_1", "/w/a")).toBeUndefined();
  await later.close();
  expect(await (await openTestStore(home)).sightings.get("ses_1", "/w/a")).toBeUndefined();
});

test("what another process of the session wrote later is seen by one that wrote before", async () => {
  const home = temporaryHome();
  const first = await openTestStore(home);
  first.sightings.set("ses_1", "/w/a", ONE);
  // Written once the query has brought the database up to date.
  await first.query.list();
  const second = await openTestStore(home);
  second.sightings.set("ses_1", "/w/a", TWO);
  await second.close();
  expect(await first.sightings.get("ses_1", "/w/a")).toEqual(TWO);
});

test("a process that is killed after its database was written loses no sighting", async () => {
  const home = temporaryHome();
  const child = startChild("see-file", [home]);
  expect(await child.nextLine()).toBe("written");
  child.kill();
  await child.ended;
  expect(await (await openTestStore(home)).sightings.get("ses_1", "/w/a")).toEqual(ONE);
});

test("without a database nothing was seen before, what is seen now is known, and it is said once", async () => {
  const home = temporaryHome();
  mkdirSync(join(home, "wield.db"));
  const store = await openTestStore(home);
  expect(await store.sightings.get("ses_1", "/w/a")).toBeUndefined();
  store.sightings.set("ses_1", "/w/a", ONE);
  expect(await store.sightings.get("ses_1", "/w/a")).toEqual(ONE);
  expect(await store.sightings.get("ses_1", "/w/b")).toBeUndefined();
  expect(store.logged.map(({ level }) => level)).toEqual(["error"]);
  expect(store.logged[0]?.message).toContain("the index of the journal cannot be used");
});

test("paths are plain text, whatever they hold", async () => {
  const home = temporaryHome();
  const store = await openTestStore(home);
  const paths = ["__proto__", "/w/' OR 1=1 --", "/w/ä\n\t", "x".repeat(5_000), ""];
  for (const path of paths) store.sightings.set("ses_1", path, { mark: path, seen: [] });
  await store.close();
  const later = await openTestStore(home);
  for (const path of paths)
    expect(await later.sightings.get("ses_1", path)).toEqual({ mark: path, seen: [] });
});
