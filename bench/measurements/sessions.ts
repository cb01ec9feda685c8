import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { OpenSession, Outcome, SessionEvent } from "@wield/core";
import { openStore } from "@wield/store";
import type { Measurement } from "../measurement.ts";
import { interleaved } from "../statistics.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const ROUNDS = 9;
const MESSAGES = 10_000;
/** Together about 20 MB. */
const TEXT = "some words of a file, line after line\n".repeat(50);

const clock = { now: () => Date.now(), monotonic: () => performance.now(), timer: () => () => undefined };

/** A long conversation: opened again, written to, and found by its words. */
export const sessions: Measurement = {
  name: "sessions",
  async run() {
    await using folder = await temporaryFolder();
    const log = (_level: string, message: string): void => console.error(message);
    const secrets = [{ name: "A_KEY", value: "no-such-value" }];
    const store = await openStore({ home: folder.home, clock, log, secrets: () => secrets });
    const written = await store.sessions.create({ workspaceRoot: "/w" });
    for (let count = 0; count < MESSAGES; count += 100) {
      await Promise.all(Array.from({ length: 100 }, (_, index) => written.append(result(count + index))));
    }
    const appendMs = await medianOf(() => timeOf(() => written.append({ kind: "title", title: "bench" })));
    await written.close();
    const path = join(folder.home, "sessions", written.id, "events.jsonl");
    const [openMs = Number.NaN, plainMs = Number.NaN] = await interleaved(ROUNDS, [
      () =>
        timeOf(async () => {
          await opened(await store.sessions.open(written.id)).close();
        }),
      () =>
        timeOf(() => {
          for (const line of readFileSync(path, "utf8").split("\n")) if (line !== "") JSON.parse(line);
        }),
    ]);
    const firstSearchMs = await timeOf(() => store.sessions.list({ text: "words of a file" }));
    const searchMs = await medianOf(() => timeOf(() => store.sessions.list({ text: "words of a file" })));
    await store.close();
    return [
      {
        what: "resume of a session of 20 MB",
        value: openMs,
        unit: "ms",
        reference: { what: "reading and parsing its lines", value: plainMs },
        goal: { atMost: 1000, of: "value" },
      },
      { what: "append, on disk", value: appendMs, unit: "ms" },
      { what: "first search of 20 MB, with its indexing", value: firstSearchMs, unit: "ms" },
      { what: "search after that", value: searchMs, unit: "ms" },
    ];
  },
};

function result(count: number): SessionEvent {
  const id = `m${count}`;
  const text = `${TEXT}${count}`;
  return {
    kind: "message",
    message: {
      role: "result",
      id,
      callId: `call_${count}`,
      tool: "read_file",
      status: "ok",
      text,
      origins: [],
    },
  };
}

function opened(outcome: Outcome<OpenSession>): OpenSession {
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome.value;
}

async function timeOf(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

async function medianOf(measure: () => Promise<number>): Promise<number> {
  const [median = Number.NaN] = await interleaved(25, [measure]);
  return median;
}
