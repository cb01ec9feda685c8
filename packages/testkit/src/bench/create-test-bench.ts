import {
  createPipeline,
  createRegistry,
  DEFAULT_TOOL_SETTINGS,
  DEFAULT_TOOLSET_SETTINGS,
  resolveToolset,
  type ActiveTools,
  type Conversation,
  type PermissionRule,
  type Registry,
  type SessionRules,
  type ToolSettings,
  type Workspace,
} from "@wield/core";
import { createCommandParser, createLocalFiles, systemClock } from "@wield/host";
import { createCountingIds } from "../ports/counting-ids.ts";
import { createMemoryApprovals } from "../ports/memory-approvals.ts";
import { createMemoryJournal } from "../ports/memory-journal.ts";
import { createMemoryLog } from "../ports/memory-log.ts";
import { createMemoryOutputs } from "../ports/memory-outputs.ts";
import { createMemorySightings } from "../ports/memory-sightings.ts";
import { createMemoryUndo } from "../ports/memory-undo.ts";
import type { BenchCaller, TestBench, TestBenchOptions } from "./test-bench.ts";
import { createTestFloor } from "./test-floor.ts";
import { makeWorkspaceFolder } from "./workspace-folder.ts";

/**
 * A pipeline on a fresh real folder, with the local files driver and everything else in memory. Dispose of it
 * (`await using`) to remove the folder.
 */
export async function createTestBench(options: TestBenchOptions): Promise<TestBench> {
  const folder = await makeWorkspaceFolder(options.files);
  const person = await makeWorkspaceFolder();
  const home = person.at(".wield");
  const workspace: Workspace = {
    root: folder.path,
    readRoots: options.readRoots ?? [],
    writeRoots: options.writeRoots ?? [],
    home: person.path,
  };
  const journal = createMemoryJournal();
  const approvals = createMemoryApprovals();
  const outputs = createMemoryOutputs();
  const undo = createMemoryUndo();
  const { log, lines } = createMemoryLog();
  const savedRules: PermissionRule[] = [];
  const registry = registryOf(options);
  const localFiles = createLocalFiles(options.holding === undefined ? {} : { holding: options.holding });
  const pipeline = createPipeline({
    clock: options.clock ?? systemClock,
    ids: options.ids ?? createCountingIds(),
    log,
    registry,
    journal: options.wrapJournal?.(journal) ?? journal,
    approvals,
    outputs,
    undo,
    sightings: createMemorySightings(),
    files: options.wrapFiles?.(localFiles) ?? localFiles,
    floor: createTestFloor(home),
    commands: createCommandParser(),
    ...(options.commandFolder === undefined ? {} : { commandFolder: options.commandFolder }),
    services: options.services ?? [],
    secrets: () => options.secrets ?? [],
    saveRule: async (_root, rule) => void savedRules.push(rule),
    platform: process.platform,
    ...(options.onReturned === undefined ? {} : { onReturned: options.onReturned }),
    ...(options.wrapContext === undefined ? {} : { wrapContext: options.wrapContext }),
  });
  const sessionRules = createSessionRules();
  const conversation = (caller: BenchCaller = {}): Conversation => {
    const surface = caller.surface ?? "api";
    const sessionId = caller.sessionId ?? "ses_test";
    return {
      sessionId,
      caller: caller.caller ?? "test",
      surface,
      workspace,
      workspaceName: "test",
      tools: activeTools(registry, options, surface),
      settings: settingsOf({ ...options.settings, ...caller.settings }),
      sessionRules: sessionRules(sessionId),
      askers: caller.askers ?? [],
      ...(caller.noAskerReason === undefined ? {} : { noAskerReason: caller.noAskerReason }),
      ...(caller.guards === undefined ? {} : { guards: caller.guards }),
      ...(caller.turn === undefined ? {} : { turn: caller.turn }),
      ...(caller.parent === undefined ? {} : { parent: caller.parent }),
    };
  };
  const dispose = async (): Promise<void> => {
    await folder.remove();
    await person.remove();
  };
  return {
    call(tool, input, given = {}) {
      const { signal, onProgress, wasCutOff, ...caller } = given;
      const request = {
        tool,
        ...(input === undefined ? {} : { input }),
        ...(signal === undefined ? {} : { signal }),
        ...(onProgress === undefined ? {} : { onProgress }),
        ...(wasCutOff === undefined ? {} : { wasCutOff }),
      };
      return pipeline.call(request, conversation(caller));
    },
    batch: (requests, caller) => pipeline.batch(requests, conversation(caller)),
    read: (path) => folder.text(path),
    write: (path, content) => folder.write(path, content),
    conversation,
    root: folder.path,
    folder,
    workspace,
    home,
    pipeline,
    registry,
    journal,
    approvals,
    outputs,
    undo,
    logLines: lines,
    savedRules,
    forget() {
      journal.clear();
      outputs.clear();
      undo.clear();
    },
    dispose,
    [Symbol.asyncDispose]: dispose,
  };
}

function settingsOf(given: Partial<ToolSettings>): ToolSettings {
  return { ...DEFAULT_TOOL_SETTINGS, ...given };
}

function registryOf(options: TestBenchOptions): Registry {
  const registry = createRegistry();
  const tools = options.tools.map((tool) => ({ tool, origin: "test" }));
  const added = registry.add({ source: "built_in", tools });
  if (!added.ok) throw new Error(added.message);
  return registry;
}

function activeTools(
  registry: Registry,
  options: TestBenchOptions,
  surface: Conversation["surface"],
): ActiveTools {
  const resolved = resolveToolset({
    tools: registry.list(),
    settings: DEFAULT_TOOLSET_SETTINGS,
    surface,
    request: { name: options.toolset ?? "all", origin: "test" },
  });
  if (!resolved.ok) throw new Error(resolved.message);
  return resolved.value;
}

/** Rules of each session, kept as long as the bench. */
function createSessionRules(): (sessionId: string) => SessionRules {
  const bySession = new Map<string, PermissionRule[]>();
  return (sessionId) => {
    const rules = bySession.get(sessionId) ?? [];
    bySession.set(sessionId, rules);
    return { list: () => rules, add: (rule) => void rules.push(rule) };
  };
}
