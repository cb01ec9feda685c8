// Prevents: a conversation that a kill at any append leaves unreadable, short of what was on disk, or with a step twice.
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openStore } from "@wield/store";
import { randomInstants, runUntilKilled } from "@wield/testkit";
import type { KillInstant } from "@wield/testkit";
import { expect, onTestFinished, test } from "vitest";
import { sessionStep } from "./session-step.ts";

const script = fileURLToPath(new URL("session-steps.program.ts", import.meta.url));
const clock = { now: () => Date.now(), monotonic: () => performance.now(), timer: () => () => undefined };
const MESSAGES = 3;

function temporaryHome(): string {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "wield-crash-")));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  return home;
}

interface Seen {
  readonly ids: readonly string[];
  readonly pictures: readonly number[];
  readonly problems: readonly string[];
}

/** What is there for a process that opens the one conversation of the home now. */
async function look(home: string): Promise<Seen> {
  const store = await openStore({ home, clock, log: () => undefined });
  const [newest] = await store.sessions.list();
  const opened = await store.sessions.open(newest?.id ?? "");
  if (!opened.ok) {
    await store.close();
    return { ids: [], pictures: [], problems: [opened.message] };
  }
  const messages = opened.value.events.flatMap(({ event }) =>
    event.kind === "message" ? [event.message] : [],
  );
  const pictures = messages.flatMap((message) => {
    if (message.role === "result") return (message.images ?? []).map(({ bytes }) => bytes.length);
    if (message.role === "assistant") return [];
    return message.parts.flatMap((part) => (part.kind === "image" ? [part.image.bytes.length] : []));
  });
  const seen = { ids: messages.map(({ id }) => id), pictures, problems: opened.value.problems };
  await opened.value.close();
  await store.close();
  return seen;
}

const upTo = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `m${index + 1}`);

/** Kills, looks at what is left, and has another process finish. */
async function killAndFinish(kill: KillInstant): Promise<void> {
  const home = temporaryHome();
  const run = await runUntilKilled({ script, args: [home, String(MESSAGES)], kill });
  const told = run.stdout.trim() === "" ? 0 : run.stdout.trim().split("\n").length;
  const left = await look(home);
  // What it said is on disk is there; at most one more was handed over.
  const count = left.ids.length;
  expect([kill, left.ids]).toEqual([kill, upTo(count)]);
  expect([kill, count === told || count === told + 1]).toEqual([kill, true]);
  expect(left.pictures.every((bytes) => bytes === 50_000)).toBe(true);

  await finish(home, count);
  const whole = await look(home);
  expect(whole).toEqual({ ids: upTo(MESSAGES), pictures: [50_000, 50_000], problems: [] });
}

/** Goes on where the killed process stopped. */
async function finish(home: string, from: number): Promise<void> {
  const store = await openStore({ home, clock, log: () => undefined });
  const [newest] = await store.sessions.list();
  const opened = newest === undefined ? undefined : await store.sessions.open(newest.id);
  if (opened?.ok === false) throw new Error(opened.message);
  const session = opened?.value ?? (await store.sessions.create({ workspaceRoot: "/w" }));
  for (let count = from + 1; count <= MESSAGES; count += 1) await session.append(sessionStep(count));
  await session.close();
  await store.close();
}

const points = Array.from({ length: MESSAGES }, (_, index) => index + 1).flatMap((number) =>
  ["before append", "written", "after append"].map((what) => `${what} ${number}`),
);

test("E-001: killed at any append, the conversation is whole up to there and goes on without a step twice", async () => {
  for (const at of points) await killAndFinish({ at });
});

test("E-001: killed at random instants, the same holds", async () => {
  for (const delayMs of randomInstants({ seed: 7, count: 3, maxMs: 20 })) {
    await killAndFinish({ after: "before append 1", delayMs });
  }
});
