import { closeSync, fdatasync, openSync, write } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import {
  type Conversation,
  createPipeline,
  createRegistry,
  DEFAULT_TOOL_SETTINGS,
  DEFAULT_TOOLSET_SETTINGS,
  defineTool,
  type Journal,
  type Pipeline,
  resolveToolset,
  type ToolDefinition,
} from "@wield/core";
import { createIdSource, createLocalFiles, systemClock } from "@wield/host";
import { openStore, type Store } from "@wield/store";
import * as z from "zod";
import type { Measurement } from "../measurement.ts";
import { interleaved, median } from "../statistics.ts";
import { temporaryFolder, type TemporaryFolder } from "../temporary-folder.ts";

const ROUNDS = 30;
const CALLS = 500;
const DURABLE_CALLS = 40;
const WARM_UP_CALLS = 3000;

const noOp = (name: string, mutates: boolean): ToolDefinition =>
  defineTool({
    name,
    description: "Does nothing, for measuring what a call costs besides its tool.",
    input: z.strictObject({ word: z.string().describe("Any word.") }),
    mutates,
    run: ({ word }) => word,
  });

const TOOLS = [noOp("report_nothing", false), noOp("change_nothing", true)];

/** What the pipeline adds to a tool that does nothing. */
export const pipelineOverhead: Measurement = {
  name: "pipeline-overhead",
  async run() {
    await using folder = await temporaryFolder();
    const store = await openStore({ home: folder.home, clock: systemClock, log: () => {} });
    const off = callerOf(folder, store, { append: () => {}, sync: () => Promise.resolve() });
    const on = callerOf(folder, store, store.journal);
    const sync = openSyncReference(folder);
    await timePerCall(WARM_UP_CALLS, () => off("report_nothing"));
    await timePerCall(WARM_UP_CALLS, () => on("report_nothing"));

    const [withoutJournal = Number.NaN, read = Number.NaN] = await interleaved(ROUNDS, [
      () => timePerCall(CALLS, () => off("report_nothing")),
      () => timePerCall(CALLS, () => on("report_nothing")),
    ]);
    const [durable = Number.NaN, oneSync = Number.NaN] = await interleaved(ROUNDS, [
      () => medianCall(DURABLE_CALLS, () => on("change_nothing")),
      () => medianCall(DURABLE_CALLS, sync.append),
    ]);
    sync.close();
    await store.close();
    return [
      { what: "journal off", value: withoutJournal, unit: "µs", goal: { atMost: 20, of: "value" } },
      { what: "read, journaled", value: read, unit: "µs", goal: { atMost: 50, of: "value" } },
      {
        what: "durable mutation",
        value: durable,
        unit: "µs",
        reference: { what: "µs append + fdatasync", value: oneSync },
        goal: { aboveReference: 100 },
      },
    ];
  },
};

function callerOf(
  folder: TemporaryFolder,
  store: Store,
  journal: Journal,
): (tool: string) => Promise<unknown> {
  const { workspace, home } = folder;
  const registry = createRegistry();
  registry.add({ source: "built_in", tools: TOOLS.map((tool) => ({ tool, origin: "bench" })) });
  const resolved = resolveToolset({
    tools: registry.list(),
    settings: DEFAULT_TOOLSET_SETTINGS,
    surface: "api",
    request: { name: "all", origin: "bench" },
  });
  if (!resolved.ok) throw new Error(resolved.message);
  const pipeline: Pipeline = createPipeline({
    clock: systemClock,
    ids: createIdSource(),
    log: () => {},
    registry,
    journal,
    approvals: store.approvals,
    outputs: store.outputs,
    undo: store.undo,
    sightings: store.sightings,
    files: createLocalFiles(),
    floor: { home, isHomeFile: () => false, isWorkspaceConfig: () => false },
    services: [],
    secrets: noSecrets,
    saveRule: () => Promise.resolve(),
    platform: process.platform,
  });
  const conversation: Conversation = {
    sessionId: "ses_bench",
    caller: "agent",
    surface: "api",
    workspace: { root: workspace, readRoots: [], writeRoots: [], home },
    workspaceName: "bench",
    tools: resolved.value,
    settings: DEFAULT_TOOL_SETTINGS,
    sessionRules: { list: () => [], add: () => {} },
    askers: [],
  };
  return (tool) => pipeline.call({ tool, input: { word: "hello" } }, conversation);
}

const NO_SECRETS: readonly never[] = [];
const noSecrets = (): readonly never[] => NO_SECRETS;

/** An append and its way to the disk on the thread pool: what no durable call can do without. */
function openSyncReference(folder: TemporaryFolder): { append(): Promise<void>; close(): void } {
  const descriptor = openSync(join(folder.workspace, "reference.jsonl"), "a");
  const line = Buffer.from(`${JSON.stringify({ entry: "x".repeat(600) })}\n`);
  const writeLine = promisify(write) as (fd: number, bytes: Buffer) => Promise<unknown>;
  const syncData = promisify(fdatasync);
  return {
    append: async () => {
      await writeLine(descriptor, line);
      await syncData(descriptor);
    },
    close: () => closeSync(descriptor),
  };
}

/** Microseconds per call over a run of calls, with all that goes on besides. */
async function timePerCall(calls: number, call: () => Promise<unknown>): Promise<number> {
  const before = performance.now();
  for (let count = 0; count < calls; count += 1) await call();
  return ((performance.now() - before) * 1000) / calls;
}

async function medianCall(calls: number, call: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let count = 0; count < calls; count += 1) times.push(await timePerCall(1, call));
  return median(times);
}
