// Prevents: a record of one process lost, torn or mixed with another's when several write at once and are killed
// at any instant; an index that tells something else than the journal.
import { DatabaseSync } from "node:sqlite";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { CallSummary } from "../database/journal-query.ts";
import type { Store } from "../open-store.ts";
import { startChild } from "../testing/child.ts";
import { journalEntries } from "../testing/journal-entries.ts";
import { openTestStore } from "../testing/open-test-store.ts";
import { temporaryHome } from "../testing/temporary-home.ts";

const ROUNDS = 3;
const PROCESSES = 4;

async function allCalls(store: Store): Promise<readonly CallSummary[]> {
  const calls = await store.query.list({ limit: 1_000_000 });
  if (!calls.ok) throw new Error(calls.message);
  return calls.value;
}

test("P-008: what was said to be on disk survives kills at any instant, each call ends once, and the index equals the journal", async () => {
  const home = temporaryHome();
  const intended: string[] = [];
  const ended: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const children = Array.from({ length: PROCESSES }, (_, number) =>
      startChild("append-calls", [home, `${round}_${number}`, String(number === 0 ? 200_000 : number * 700)]),
    );
    // Each is killed after some lines of its own, in the midst of its work.
    await Promise.all(
      children.map(async (child, number) => {
        const lines = 3 + ((round * 7 + number * 13) % 40);
        for (let line = 0; line < lines; line += 1) await child.nextLine();
        child.kill();
        await child.ended;
        for (const line of child.lines)
          (line.startsWith("intent ") ? intended : ended).push(line.split(" ")[1] ?? "");
      }),
    );
  }

  const store = await openTestStore(home);
  const calls = new Map((await allCalls(store)).map((call) => [call.callId, call]));
  expect(intended.length).toBeGreaterThan(ROUNDS * PROCESSES);
  for (const callId of intended) expect(calls.get(callId), callId).toMatchObject({ hadIntent: true });
  for (const callId of ended) expect(calls.get(callId)?.status, callId).toBe("ok");
  for (const call of calls.values()) expect(["ok", "interrupted"], call.callId).toContain(call.status);

  const entries = journalEntries(home);
  const outcomes = entries.filter((entry) => entry.type === "outcome").map(({ callId }) => callId);
  expect(new Set(outcomes).size).toBe(outcomes.length);
  for (const entry of entries) {
    if (entry.type === "intent") expect(outcomes, entry.callId).toContain(entry.callId);
    expect(calls.has(entry.callId)).toBe(true);
  }

  // The same from the journal's files alone.
  const before = await allCalls(store);
  await store.close();
  for (const end of ["", "-wal", "-shm"]) rmSync(join(home, `wield.db${end}`), { force: true });
  const rebuilt = await openTestStore(home);
  expect(await allCalls(rebuilt)).toEqual(before);
  await rebuilt.close();
  const database = new DatabaseSync(join(home, "wield.db"));
  expect(database.prepare("SELECT count(*) AS count FROM entry").get()?.["count"]).toBe(entries.length);
  expect(database.prepare("PRAGMA integrity_check").get()?.["integrity_check"]).toBe("ok");
  database.close();
});
