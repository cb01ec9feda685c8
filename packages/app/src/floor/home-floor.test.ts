// Prevents: the journal or the vault read through a hard link that lies in the workspace.
import { execFileSync } from "node:child_process";
import { linkSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { FileIdentity } from "@wield/core";
import { expect, test } from "vitest";
import { temporaryPlaces } from "../testing/temporary-places.ts";
import { homeFloor } from "./home-floor.ts";

function identity(path: string): FileIdentity {
  const { dev, ino } = statSync(path, { bigint: true });
  return { device: String(dev), inode: String(ino) };
}

/** As if nothing had happened in a folder for an hour, so that its listing is kept. */
function settle(folder: string): void {
  const anHourAgo = new Date(Date.now() - 3_600_000);
  utimesSync(folder, anHourAgo, anHourAgo);
}

/** Processor time of this process in microseconds, which other work on the machine does not change. */
function cpuOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

test("a file of the home is known by what it is, at any depth and under any name", () => {
  const places = temporaryPlaces();
  const secret = places.write("home/journal/2026/day.jsonl", "secret");
  const other = join(places.workspace, "innocent.txt");
  linkSync(secret, other);
  const floor = homeFloor(places.home);
  expect(floor.homeIdentity).toEqual(identity(places.home));
  expect(floor.isHomeFile(identity(other))).toBe(true);
  expect(floor.isHomeFile(identity(places.write("work/own.txt", "x")))).toBe(false);
});

test("a file that came after the first look is seen, in old folders and in new ones", () => {
  const places = temporaryPlaces();
  mkdirSync(join(places.home, "journal"));
  settle(join(places.home, "journal"));
  settle(places.home);
  const floor = homeFloor(places.home);
  const own = places.write("work/own.txt", "x");
  expect(floor.isHomeFile(identity(own))).toBe(false);
  const later = places.write("home/journal/later", "x");
  expect(floor.isHomeFile(identity(later))).toBe(true);
  const newFolder = places.write("home/outputs/ses_1/out_1.txt", "x");
  expect(floor.isHomeFile(identity(newFolder))).toBe(true);
  const nextToIt = places.write("home/outputs/ses_1/out_2.txt", "x");
  expect(floor.isHomeFile(identity(nextToIt))).toBe(true);
});

test("asking about many files does not list a large home anew each time", () => {
  const places = temporaryPlaces();
  for (let index = 0; index < 2000; index += 1) places.write(`home/outputs/f${index}`, "");
  settle(join(places.home, "outputs"));
  settle(places.home);
  const floor = homeFloor(places.home);
  const own = identity(places.write("work/own.txt", "x"));
  floor.isHomeFile(own);
  // Measured against what the fault would cost on this machine.
  const listing = cpuOf(() => {
    for (let times = 0; times < 50; times += 1)
      for (const name of readdirSync(join(places.home, "outputs")))
        statSync(join(places.home, "outputs", name));
  });
  const asking = cpuOf(() => {
    for (let times = 0; times < 500; times += 1) floor.isHomeFile(own);
  });
  expect(asking).toBeLessThan(listing);
});

test("a workspace's configuration is known under another name, and its absence is no fault", () => {
  const places = temporaryPlaces();
  const floor = homeFloor(places.home);
  const own = places.write("work/own.txt", "x");
  expect(floor.isWorkspaceConfig(identity(own), places.workspace)).toBe(false);
  const config = places.write("work/.wield/config.yaml", "");
  linkSync(config, join(places.workspace, "other.yaml"));
  expect(floor.isWorkspaceConfig(identity(join(places.workspace, "other.yaml")), places.workspace)).toBe(
    true,
  );
});

test("a pipe or a link in the home is not opened", () => {
  const places = temporaryPlaces();
  execFileSync("mkfifo", [join(places.home, "pipe")]);
  writeFileSync(join(places.workspace, "own"), "");
  expect(homeFloor(places.home).isHomeFile(identity(join(places.workspace, "own")))).toBe(false);
});
