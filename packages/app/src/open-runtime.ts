import {
  createAgentDesk,
  createPipeline,
  fail,
  isKnownToolset,
  type Log,
  type Outcome,
  type Secret,
  toolSettingsOf,
  toolsetSettingsOf,
  unknownToolset,
  value,
} from "@wield/core";
import { createCommandParser, createIdSource, systemClock } from "@wield/host";
import type { Sandbox } from "@wield/host";
import { openStore } from "@wield/store";
import { agentSettingNotices, agentSettingsOf } from "./agent/agent-settings.ts";
import { mayUseInstructions, trustInstructions } from "./agent/instruction-trust.ts";
import { configurationError } from "./config/configuration-error.ts";
import { findPlaces, type Places } from "./config/places.ts";
import { storedSecrets } from "./models/stored-keys.ts";
import { unknownNames } from "./config/unknown-names.ts";
import { openConversation } from "./conversation/open-conversation.ts";
import { providersOf } from "./conversation/providers.ts";
import { createSessionStates } from "./conversation/session-state.ts";
import { recall, type Remembered } from "./conversation/recall.ts";
import { createLog } from "./log/create-log.ts";
import { joinsOf, wireMcp } from "./mcp/wire-mcp.ts";
import { openStoreAndConfig, retentionOf, type StoreAndConfig } from "./open-store-and-config.ts";
import { backendFaults, backendNotices } from "./processes/backend-settings.ts";
import { wireProcesses } from "./processes/wire-processes.ts";
import { type WorkPlace, workPlace } from "./processes/work-place.ts";
import { fillRegistry, type FilledRegistry } from "./registry/fill-registry.ts";
import type { Runtime, RuntimeOptions, StartNotice, WorkspaceTrustState } from "./runtime.ts";
import { sandboxOf } from "./sandbox/sandbox-of.ts";
import { secretsFromEnvironment } from "./secrets/secrets-from-environment.ts";
import { toolFolders } from "./tool-files/tool-folders.ts";
import type { WorkspaceState } from "./trust/hash-workspace.ts";
import { inspectWorkspace, unusableText, waitingText } from "./trust/workspace-trust.ts";
import { workServices } from "./work/work-services.ts";
import { startSweeping } from "./retention/start-sweeping.ts";

/**
 * From files, environment and flags to a wired Wield. A fault in the configuration fails with `configuration_error`,
 * ready to print; everything else that is wrong is a notice, and the rest works.
 */
export async function openRuntime(options: RuntimeOptions): Promise<Outcome<Runtime>> {
  const { log, setLevel } = createLog(options.log);
  const found = findPlaces({
    cwd: options.cwd,
    env: options.env,
    ...(options.flags?.workspace === undefined ? {} : { workspaceFlag: options.flags.workspace }),
  });
  if (!found.ok) return found;
  const places = found.value;
  const state = inspectWorkspace(places);
  const secrets = [...secretsFromEnvironment(options.env), ...storedSecrets(places.home)];
  const opened = await openStoreAndConfig({
    places,
    state,
    sources: { env: options.env, ...(options.flags === undefined ? {} : { flags: options.flags }) },
    open: (person) => {
      setLevel(person["log.level"]);
      return openStore({
        home: places.home,
        clock: systemClock,
        log,
        retention: retentionOf(person),
        secrets: () => secrets,
      });
    },
  });
  if (!opened.ok) return opened;
  const { store, config, isTrusted } = opened.value;
  setLevel(config.values["log.level"]);
  const faults = backendFaults(config.values);
  if (faults.length > 0) {
    await store.close();
    return configurationError(faults);
  }

  const sandbox = sandboxOf(config.values, places);
  const place = await workPlace({ values: config.values, places, sandbox, env: options.env, log });
  const reaching = options.staysHere === true ? undefined : place.reach();
  const recordKey = place.elsewhere?.name ?? places.workspaceRoot;
  const remembering = recall(store, places.workspaceRoot, {
    isCommandLine: options.surface === "terminal",
    rulesOf: recordKey,
  });
  const filled = await fillRegistry({
    folders: options.withoutToolFiles === true ? [] : toolFolders(places, isTrusted ? state : undefined),
    extraTools: options.extraTools ?? [],
    replaceTools: options.replaceTools ?? false,
    internalTools: options.internalTools ?? [],
    ...(options.onlyTools === undefined ? {} : { onlyTools: options.onlyTools }),
    replace: config.values["tools.replace"],
  });
  if (!filled.ok) {
    await Promise.all([remembering, reaching]);
    await Promise.all([place.close(), store.close()]);
    return filled;
  }
  const [memory] = await Promise.all([remembering, reaching]);
  const parts = { options, places, state, log, secrets, place, recordKey, sandbox, memory };
  return value(wire({ ...parts, opened: opened.value, filled: filled.value }));
}

interface Parts {
  readonly options: RuntimeOptions;
  readonly places: Places;
  readonly state: WorkspaceState;
  readonly log: Log;
  readonly secrets: readonly Secret[];
  readonly sandbox: Sandbox;
  readonly place: WorkPlace;
  /** What stands for the place of the work where things are kept for it alone: rules, trust of its instructions. */
  readonly recordKey: string;
  readonly opened: StoreAndConfig;
  readonly filled: FilledRegistry;
  readonly memory: Remembered;
}

function wire(parts: Parts): Runtime {
  const { options, places, state, log, secrets, opened, filled, memory, place, sandbox, recordKey } = parts;
  const { store, config, isTrusted } = opened;
  const { registry } = filled;
  const { workspaceRoot } = places;
  const { outputs } = memory;
  let savedRules = memory.rules;

  const ids = createIdSource();
  const work = workServices({ store, clock: systemClock, ids, secrets });
  const people = work.questions.uncounted;
  const mcp = wireMcp({ options, config, registry, places, ids, log, people, sandbox });
  const processes = wireProcesses({
    place: place.commands,
    missing: place.problem,
    env: options.env,
    values: config.values,
    clock: systemClock,
    ids,
  });
  const desk = createAgentDesk();
  const services = [
    ...work.providers,
    mcp.provider,
    desk.provider,
    processes.provider,
    ...(typeof options.services === "function" ? options.services(place) : (options.services ?? [])),
  ];
  const pipeline = createPipeline({
    clock: systemClock,
    ids,
    log,
    registry,
    journal: store.journal,
    approvals: store.approvals,
    outputs,
    undo: store.undo,
    sightings: store.sightings,
    files: place.files,
    floor: place.floor,
    commands: createCommandParser(),
    backend: {
      ...(place.backendName === undefined ? {} : { name: place.backendName }),
      facts: () => processes.backend,
    },
    commandFolder: processes.folderOf,
    commandPath: place.commands.localPath,
    services,
    secrets: () => secrets,
    saveRule: async (root, rule) => {
      const key = root === workspaceRoot ? recordKey : root;
      await store.rules.add(key, rule);
      if (key === recordKey) savedRules = await store.rules.list(key);
    },
    platform: process.platform,
  });

  const toolsets = toolsetSettingsOf(config.values);
  const workspaceMode = config.layers.find(({ kind }) => kind === "workspace")?.said["tools.approval_mode"];
  const world = {
    registry,
    providers: providersOf(services, place.problem),
    values: config.values,
    toolsets,
    modes: {
      person: config.person["tools.approval_mode"],
      ...(workspaceMode === undefined ? {} : { workspace: workspaceMode }),
    },
    savedRules: () => savedRules,
    ...(options.flags?.toolset === undefined ? {} : { flagToolset: options.flags.toolset }),
    place,
    sessionOf: createSessionStates(),
    hasStoredOutputs: outputs.hasAny,
    platform: process.platform,
    joins: joinsOf(mcp),
    hiddenByServers: mcp.hides,
  };
  const stopSweeping = startSweeping({ store, clock: systemClock, log });

  return {
    home: places.home,
    workspaceRoot,
    workspaceName: place.workspaceName,
    place,
    pipeline,
    registry,
    store,
    settings: { tools: toolSettingsOf(config.values, options.surface), all: config.all },
    todos: work.todos,
    questions: work.questions,
    mcp,
    processes,
    sandbox,
    notices: noticesOf(parts),
    trust: trustStateOf(state, isTrusted),
    agent: {
      clock: systemClock,
      ids,
      log,
      settings: agentSettingsOf(config.values),
      defaultModel: config.values.model,
      readInstructions: place.readInstructions,
      mayUseInstructions: () =>
        mayUseInstructions(store, workspaceRoot, { state, isTrusted, place: place.elsewhere?.name }),
      desk,
    },
    conversation: (given) => {
      // A client's conversation begins with its connection: there is nothing of it to look for.
      if (given.caller !== "mcp")
        void outputs.lookAt(given.sessionId).catch((error: unknown) => log("warn", String(error)));
      return openConversation(given, world);
    },
    knowsToolset: (name) =>
      isKnownToolset(name, toolsets.own) ? value(name) : unknownToolset(name, toolsets.own),
    trustWorkspace: () => trustWorkspace(parts),
    close: async () => {
      await Promise.all([stopSweeping(), mcp.close(), processes.close()]);
      await place.close();
      await store.close();
    },
  };
}

async function trustWorkspace({
  opened,
  places,
  place,
  recordKey,
  state,
}: Parts): Promise<Outcome<undefined>> {
  const { store } = opened;
  const { workspaceRoot } = places;
  const standAlone = place.elsewhere !== undefined || state.kind === "nothing";
  const hasInstructions = standAlone && (await place.readInstructions()) !== undefined;
  if (hasInstructions) await trustInstructions(store, recordKey);
  if (hasInstructions && state.kind !== "something") return value(undefined);
  if (state.kind !== "something") {
    const why =
      state.kind === "unusable"
        ? state.reason
        : "it has no .wield with a configuration, tools, skills or hooks, and no AGENTS.md";
    return fail("nothing_to_trust", `${workspaceRoot} cannot be trusted: ${why}`);
  }
  await store.trust.set(workspaceRoot, state.hash);
  return value(undefined);
}

function trustStateOf(state: WorkspaceState, isTrusted: boolean): WorkspaceTrustState {
  if (state.kind !== "something") return { kind: state.kind, files: [] };
  return { kind: isTrusted ? "trusted" : "waiting", files: state.files };
}

function noticesOf({
  places,
  state,
  opened,
  filled,
  memory,
}: Pick<Parts, "places" | "state" | "opened" | "filled" | "memory">): readonly StartNotice[] {
  const { config, isTrusted } = opened;
  const notices: StartNotice[] = [...config.notices];
  for (const text of unknownNames(config.layers, filled.names)) notices.push({ kind: "unknown_name", text });
  for (const text of backendNotices(config)) notices.push({ kind: "value_not_used", text });
  for (const text of agentSettingNotices(config.values)) notices.push({ kind: "value_not_used", text });
  for (const text of filled.problems) notices.push({ kind: "tool_file", text });
  for (const text of [...opened.problems, ...memory.problems]) notices.push({ kind: "store", text });
  if (state.kind === "unusable")
    notices.push({ kind: "waiting_for_trust", text: unusableText(places, state.reason) });
  if (state.kind === "something" && !isTrusted) {
    notices.push({ kind: "waiting_for_trust", text: waitingText(places, state.files) });
  }
  return notices;
}
