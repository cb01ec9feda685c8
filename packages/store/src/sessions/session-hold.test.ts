// Prevents: two processes that write one conversation at once, and one that a killed process keeps closed for ever.
import { mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { identityName, ownIdentity } from "../process/process-identity.ts";
import { startChild } from "../testing/child.ts";
import { openTestStore } from "../testing/open-test-store.ts";
import { temporaryHome } from "../testing/temporary-home.ts";
import { holderOf, takeHold } from "./session-hold.ts";

test("a second process is told who writes, and may fork; once that was killed it goes on", async () => {
  const home = temporaryHome();
  const writer = startChild("write-session", [home]);
  const id = (await writer.nextLine())?.split(" ")[0] ?? "";
  await writer.nextLine();
  const { sessions } = await openTestStore(home);
  expect(await sessions.open(id)).toMatchObject({
    ok: false,
    code: "session_in_use",
    message: `session ${id} is open in process ${writer.pid}`,
    hint: expect.stringContaining("fork"),
  });
  const fork = await sessions.fork(id);
  expect(fork.ok && fork.value.events.length > 0).toBe(true);
  writer.kill();
  await writer.ended;
  const opened = await sessions.open(id);
  expect(opened.ok).toBe(true);
});

test("what a killed process said is on disk is there for the next, time after time", async () => {
  const home = temporaryHome();
  let id = "";
  for (let round = 0; round < 4; round += 1) {
    const writer = startChild("write-session", id === "" ? [home] : [home, id]);
    const [openedId = "", found = "", problems = ""] = (await writer.nextLine())?.split(" ") ?? [];
    if (id !== "") expect(openedId).toBe(id);
    id = openedId;
    expect(Number(problems)).toBeLessThanOrEqual(1);
    let told = Number(found);
    for (let count = 0; count < 1 + round * 3; count += 1) told = Number(await writer.nextLine());
    writer.kill();
    await writer.ended;
    told = Math.max(told, ...writer.lines.slice(1).map(Number));
    const read = await (await openTestStore(home)).sessions.read(id);
    const seqs = read.ok ? read.value.map(({ seq }) => seq) : [];
    expect(seqs.slice(0, told)).toEqual(Array.from({ length: told }, (_, index) => index + 1));
  }
});

test("of many processes that want one session exactly one has it", async () => {
  const home = temporaryHome();
  const maker = startChild("write-session", [home]);
  const id = (await maker.nextLine())?.split(" ")[0] ?? "";
  await maker.nextLine();
  maker.kill();
  await maker.ended;
  const children = Array.from({ length: 4 }, () => startChild("write-session", [home, id]));
  const answers = await Promise.all(children.map((child) => child.nextLine()));
  expect(answers.filter((answer) => answer?.startsWith(id))).toHaveLength(1);
  expect(answers.filter((answer) => answer?.startsWith("session_in_use"))).toHaveLength(3);
});

const dead = { ...ownIdentity(), pid: 4_000_000, startTime: "1" };

test("a hold is given back, and its number never falls", () => {
  const folder = temporaryHome();
  for (let number = 1; number <= 3; number += 1) {
    const hold = takeHold(folder);
    expect(holderOf(folder)).toEqual(ownIdentity());
    expect(takeHold(folder)).toEqual({ heldBy: ownIdentity() });
    expect(readdirSync(folder)).toEqual([`hold.${number}`]);
    if ("release" in hold) hold.release();
    expect(holderOf(folder)).toBeUndefined();
    expect(readdirSync(folder)).toEqual([`hold.${number}.free`]);
  }
});

test("a hold of a dead process, or one that names none, is taken over", () => {
  for (const target of [identityName(dead), "nobody", "../../etc"]) {
    const folder = join(temporaryHome(), "session");
    mkdirSync(folder);
    symlinkSync(target, join(folder, "hold.7"));
    expect(holderOf(folder)).toBeUndefined();
    expect("release" in takeHold(folder)).toBe(true);
    expect(readdirSync(folder)).toEqual(["hold.8"]);
  }
});

test("one that looked before another took over does not take over from that one", () => {
  const folder = temporaryHome();
  // As it is found when a hold of a higher number was taken since the look: this process's own, so a living one.
  symlinkSync(identityName(dead), join(folder, "hold.3"));
  symlinkSync(identityName(ownIdentity()), join(folder, "hold.5"));
  expect(takeHold(folder)).toEqual({ heldBy: ownIdentity() });
});
