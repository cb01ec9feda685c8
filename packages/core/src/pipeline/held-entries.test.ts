// Prevents: a call that is not in the journal while it waits, or before its tool changes something.
import { createTestBench } from "@wield/testkit";
import { expect, test } from "vitest";
import * as z from "zod";
import { defineTool } from "../contract/define-tool.ts";
import { ok } from "../contract/result.ts";
import { readText } from "../testing/file-tools-fixture.ts";
import { okOf } from "../testing/outcome-fixture.ts";
import type { Journal, JournalEntry } from "../ports/journal.ts";

/** What was written by one write each. */
function writesOf(writes: string[][]): (journal: Journal) => Journal {
  const note = (entries: readonly JournalEntry[]): void => void writes.push(entries.map(({ type }) => type));
  return (journal) => ({
    append: (entry) => {
      note([entry]);
      journal.append(entry);
    },
    appendAll: (entries) => {
      note(entries);
      for (const entry of entries) journal.append(entry);
    },
    sync: (entry) => {
      note([entry]);
      return journal.sync(entry);
    },
  });
}

const probe = (mutates: boolean, run: () => Promise<unknown>) =>
  defineTool({
    name: "probe",
    description: "Does what a test wants.",
    input: z.strictObject({}),
    mutates,
    run: async () => {
      await run();
      return ok("done");
    },
  });

test("a call that only reads and waits for nothing is written as one, before its caller has the result", async () => {
  const writes: string[][] = [];
  await using here = await createTestBench({
    tools: [readText],
    files: { "a.txt": "a" },
    wrapJournal: writesOf(writes),
  });
  okOf(await here.call("read_text", { path: "a.txt" }));
  expect(writes).toEqual([["proposed", "decided", "outcome"]]);
});

test("a call that waits is in the journal meanwhile", async () => {
  const writes: string[][] = [];
  const gate = Promise.withResolvers<void>();
  await using here = await createTestBench({
    tools: [probe(false, () => gate.promise)],
    wrapJournal: writesOf(writes),
  });
  const call = here.call("probe");
  await expect.poll(() => writes).toEqual([["proposed", "decided"]]);
  gate.resolve();
  okOf(await call);
  expect(writes).toEqual([["proposed", "decided"], ["outcome"]]);
});

test("a call whose guard takes its time is in the journal meanwhile", async () => {
  const writes: string[][] = [];
  const gate = Promise.withResolvers<undefined>();
  await using here = await createTestBench({
    tools: [probe(false, () => Promise.resolve())],
    wrapJournal: writesOf(writes),
  });
  const call = here.call("probe", {}, { guards: [{ name: "slow", check: () => gate.promise }] });
  await expect.poll(() => writes).toEqual([["proposed"]]);
  gate.resolve(undefined);
  okOf(await call);
});

test("all of a call that may change something is written before its tool runs", async () => {
  const writes: string[][] = [];
  let before: string[][] = [];
  await using here = await createTestBench({
    tools: [
      probe(true, () => {
        before = [...writes];
        return Promise.resolve();
      }),
    ],
    wrapJournal: writesOf(writes),
  });
  okOf(await here.call("probe"));
  expect(before).toEqual([["proposed", "decided"], ["intent"]]);
});

test("all of a call to a tool of somebody else is written before it runs, for that may end the process", async () => {
  const writes: string[][] = [];
  let before: string[][] = [];
  await using here = await createTestBench({ tools: [], wrapJournal: writesOf(writes) });
  const foreign = probe(false, () => {
    before = [...writes];
    return Promise.resolve();
  });
  here.registry.add({ source: "embedder", tools: [{ tool: foreign, origin: "test" }] });
  okOf(await here.call("probe"));
  expect(before).toEqual([["proposed", "decided"]]);
});
