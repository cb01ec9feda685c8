// Prevents: a change that happens before its record, or without one; and a disk that holds up what only reads.
import { createManualClock, createTestBench } from "@wield/testkit";
import { expect, test } from "vitest";
import * as z from "zod";
import { defineTool } from "../contract/define-tool.ts";
import { ok } from "../contract/result.ts";
import type { Mutates } from "../contract/tool-definition.ts";
import type { Effect } from "../effects/effect.ts";
import { Files } from "../services/files.ts";
import { personWho } from "../testing/asker-fixture.ts";
import { deleteFile, readText, writeText } from "../testing/file-tools-fixture.ts";
import { failureOf, okOf } from "../testing/outcome-fixture.ts";
import type { Asker } from "./call.ts";

const tools = [readText, writeText, deleteFile];

function probe(name: string, mutates: Mutates, effects?: () => readonly Effect[]) {
  return defineTool({
    name,
    description: "Does nothing.",
    input: z.strictObject({}),
    mutates,
    ...(effects === undefined ? {} : { effects }),
    run: () => ok("done"),
  });
}

const manyNames = defineTool({
  name: "many_names",
  description: "Asks for names of temporary files.",
  input: z.strictObject({}),
  mutates: true,
  effects: () => [
    { kind: "write", path: "a/x.txt" },
    { kind: "write", path: "a" },
    { kind: "read", path: "r.txt" },
    { kind: "delete", path: "d.txt" },
  ],
  needs: [Files],
  run: () => ok("done"),
});

test("P-009: reading does not wait for the disk: 0, 1, 1, 1 flushes", async () => {
  const kinds = [
    probe("reports", false),
    probe("changes", true),
    probe("depends", "depends"),
    probe("looks", "depends", () => [{ kind: "memory", record: "r", changes: false }]),
  ];
  await using here = await createTestBench({ tools: kinds });
  const flushes: number[] = [];
  for (const { name } of kinds) {
    const before = here.journal.flushCount;
    okOf(await here.call(name));
    flushes.push(here.journal.flushCount - before);
  }
  expect(flushes).toEqual([0, 1, 1, 1]);
});

test("P-009: reads that are declared cost no flush either", async () => {
  await using here = await createTestBench({ tools, files: { "a.txt": "a" } });
  okOf(await here.call("read_text", { path: "a.txt" }));
  here.journal.hangSyncs();
  okOf(await here.call("read_text", { path: "a.txt" }));
  expect(here.journal.flushCount).toBe(0);
});

test("P-008: what is about to happen is on disk before it happens", async () => {
  let recorded: unknown;
  const tool = defineTool({
    name: "looks_back",
    description: "Looks at the journal while it runs.",
    input: z.strictObject({ path: z.string() }),
    mutates: true,
    effects: ({ path }) => [{ kind: "write", path }],
    run: (_input, { call }) => {
      recorded = here.journal.entries.filter((entry) => entry.callId === call.id);
      return ok("done");
    },
  });
  await using here = await createTestBench({ tools: [tool] });
  const { call } = okOf(await here.call("looks_back", { path: "b.txt" }));
  expect(recorded).toMatchObject([
    { type: "proposed", tool: "looks_back", rawInput: { path: "b.txt" } },
    { type: "decided", effects: [{ kind: "write", path: "b.txt" }], decision: "run" },
    {
      type: "intent",
      tool: "looks_back",
      effects: [{ kind: "write", path: "b.txt" }],
      temporaryFiles: [`${here.root}/.wield-${call.id.slice(5)}-0.tmp`],
    },
  ]);
});

test.each([
  ["fails", "no space left on device"],
  ["hangs", "not on disk within 5 s"],
])("P-007: a journal that %s stops the call in strict mode, and run is not entered", async (how, why) => {
  const clock = createManualClock();
  await using here = await createTestBench({
    tools: [probe("changes", true)],
    settings: { isJournalStrict: true },
    clock,
  });
  if (how === "fails") here.journal.failSyncs();
  else here.journal.hangSyncs();
  const running = here.call("changes");
  await clock.advance(5000);
  const outcome = failureOf(await running);
  expect(outcome).toMatchObject({ status: "failed", code: "preparation_error", call: { stage: "prepare" } });
  expect(outcome.message).toBe(`changes was not run: its journal entry could not be saved (${why})`);
  expect(here.logLines).toContainEqual({ level: "error", message: expect.stringContaining(why) });
});

test.each(["fails", "hangs"])(
  "P-007: a journal that %s lets the call go on otherwise, with a line in the log",
  async (how) => {
    const clock = createManualClock();
    await using here = await createTestBench({ tools: [probe("changes", true)], clock });
    if (how === "fails") here.journal.failSyncs();
    else here.journal.hangSyncs();
    const running = here.call("changes");
    await clock.advance(5000);
    okOf(await running);
    expect(here.logLines).toContainEqual({
      level: "error",
      message: expect.stringContaining("could not be written"),
    });
  },
);

test("P-007: without undo data an atomic change is made and says so; in strict mode the file stays as it was", async () => {
  await using here = await createTestBench({ tools, files: { "a.txt": "old" } });
  here.undo.failSaves();
  const strict = failureOf(
    await here.call("write_text", { path: "a.txt" }, { settings: { isJournalStrict: true } }),
  );
  expect(strict.code).toBe("preparation_error");
  expect(await here.read("a.txt")).toBe("old");
  const written = okOf(await here.call("write_text", { path: "a.txt" }));
  expect(written.notes.join()).toMatch(/cannot be undone/);
  expect(await here.read("a.txt")).toBe("new");
  expect(here.logLines.some(({ message }) => message.includes("undo data"))).toBe(true);
});

test("a call cancelled while its intent is written does not run", async () => {
  let hasRun = false;
  const tool = defineTool({
    name: "changes",
    description: "Notes that it ran.",
    input: z.strictObject({}),
    mutates: true,
    run: () => {
      hasRun = true;
      return ok("done");
    },
  });
  await using here = await createTestBench({ tools: [tool] });
  here.journal.hangSyncs();
  const stop = new AbortController();
  const running = here.call("changes", {}, { signal: stop.signal });
  await here.journal.waitForHangingSync();
  stop.abort();
  here.journal.succeedSyncs();
  expect(await running).toMatchObject({ status: "cancelled", call: { stage: "prepare" } });
  expect(hasRun).toBe(false);
});

test("a call that is cancelled before it begins does nothing at all", async () => {
  await using here = await createTestBench({ tools });
  const outcome = await here.call("write_text", { path: "b.txt" }, { signal: AbortSignal.abort() });
  expect(outcome).toMatchObject({ status: "cancelled", code: "cancelled", call: { stage: "resolve" } });
  expect(here.journal.typesOf(outcome.call.id)).toEqual(["proposed", "outcome"]);
});

test("whatever ends a call, its locks are given back", async () => {
  let breaks = false;
  await using here = await createTestBench({
    tools,
    settings: { approvalMode: "prompt" },
    wrapFiles: (driver) => ({
      ...driver,
      resolve: (path, workspace) => {
        if (breaks) throw new Error("the disk is gone");
        return driver.resolve(path, workspace);
      },
    }),
  });
  const { asker } = personWho("once");
  const askers: Asker[] = [
    {
      surface: "web",
      ask: (request, signal) => {
        breaks = true;
        return asker.ask(request, signal);
      },
    },
  ];
  const broken = failureOf(await here.call("write_text", { path: "b.txt" }, { askers }));
  expect(broken).toMatchObject({ status: "failed", code: "execution_error", call: { stage: "prepare" } });
  breaks = false;
  okOf(await here.call("write_text", { path: "b.txt" }, { settings: { approvalMode: "auto" } }));
});

test("temporary names: the declared ones stand in the intent, any other is journaled, none is given twice", async () => {
  const names: string[] = [];
  await using here = await createTestBench({
    tools: [manyNames],
    wrapFiles: (driver) => ({
      ...driver,
      open: (scope) => {
        for (const path of ["a/x.txt", "a/x.txt", "a/y.txt", "d.txt"])
          names.push(scope.temporaryPath(`${here.root}/${path}`));
        return driver.open(scope);
      },
    }),
  });
  const { call } = okOf(await here.call("many_names"));
  const at = (path: string) => `${here.root}/${path}`;
  const id = call.id.slice(5);
  expect(here.journal.ofType("intent")[0]?.temporaryFiles).toEqual([
    at(`a/.wield-${id}-0.tmp`),
    at(`.wield-${id}-1.tmp`),
    at(`.wield-${id}-2.tmp`),
  ]);
  expect(names).toEqual([
    at(`a/.wield-${id}-0.tmp`),
    at(`a/.wield-${id}-3.tmp`),
    at(`a/.wield-${id}-4.tmp`),
    at(`.wield-${id}-2.tmp`),
  ]);
  expect(here.journal.ofType("temporary").map(({ path }) => path)).toEqual(names.slice(1, 3));
});
