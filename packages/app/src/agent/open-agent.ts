import type { AgentParts, AgentSession, NoticeSource } from "@wield/agent";
import { APPROVAL_MODES, strictestMode } from "@wield/core";
import type { Asker, ModelPort, OpenSession, Outcome, Surface } from "@wield/core";
import { FLAG_TOOLSET } from "../conversation/open-conversation.ts";
import type { Runtime } from "../runtime.ts";
import { gitWorktrees, noWorktrees } from "./git-worktrees.ts";

export interface AgentOptions {
  readonly surface: Surface;
  /** By `provider/name`, as the setting `model` writes it. */
  readonly models: (id: string) => Promise<Outcome<ModelPort>>;
  /** `provider/name`; default: what the session used last, else the setting `model`. */
  readonly model?: string;
  /** Id of a session to go on with. */
  readonly resume?: string;
  /** A session that is open already, such as a fork. */
  readonly session?: OpenSession;
  /** Of the request; beats all settings. */
  readonly toolset?: string;
  readonly maxSteps?: number;
  /** False for a headless run: ended background work then starts no turn by itself. */
  readonly wakes?: boolean;
  readonly askers?: readonly Asker[];
  readonly noAskerReason?: string;
  /** Background work whose end is announced. */
  readonly notices?: readonly NoticeSource[];
}

/**
 * Opens a conversation with a model on a runtime. Fails with `no_such_session`, `session_in_use`, `not_saved`,
 * `unknown_toolset` and what the model needs.
 */
export async function openAgent(runtime: Runtime, options: AgentOptions): Promise<Outcome<AgentSession>> {
  if (options.toolset !== undefined) {
    const known = runtime.knowsToolset(options.toolset);
    if (!known.ok) return known;
  }
  const { openAgentSession } = await import("@wield/agent");
  await startServers(runtime, options);
  const { surface, model, resume, session, toolset, wakes } = options;
  const opened = await openAgentSession(await agentParts(runtime, options), {
    workspaceRoot: runtime.workspaceRoot,
    surface,
    ...(model === undefined ? {} : { model }),
    ...(resume === undefined ? {} : { resume }),
    ...(session === undefined ? {} : { session }),
    ...(toolset === undefined ? {} : { toolset }),
    ...(wakes === undefined ? {} : { wakes }),
  });
  if (opened.ok) restoreSettings(runtime, opened.value, options);
  return opened;
}

/**
 * What a person chose for a session counts again when it is resumed, unless the request or the command line says
 * something else. A mode only where it is the stricter one: what was allowed once is not allowed for ever.
 */
function restoreSettings(runtime: Runtime, session: AgentSession, { surface, toolset }: AgentOptions): void {
  const kept = session.keptSettings();
  const handle = runtime.conversation({ sessionId: session.id, caller: "agent", surface });
  const { tools, settings } = handle.snapshot();
  if (kept.toolset !== undefined && toolset === undefined && tools.toolsetOrigin !== FLAG_TOOLSET)
    handle.setToolset(kept.toolset);
  const mode = APPROVAL_MODES.find((known) => known === kept.approvalMode);
  if (mode !== undefined && strictestMode(mode, settings.approvalMode) === mode) handle.setApprovalMode(mode);
}

/** Time that a headless run gives its MCP servers: those that come later join from the next step. */
const SERVERS_MS = 2000;

/** A person sees the first prompt before servers take the processor. */
const SERVERS_AFTER_MS = 1000;

async function startServers(runtime: Runtime, { wakes }: AgentOptions): Promise<void> {
  if (runtime.mcp.entries.length === 0) return;
  if (wakes === false) await runtime.mcp.start(SERVERS_MS);
  else runtime.agent.clock.timer(SERVERS_AFTER_MS, () => void runtime.mcp.start(SERVERS_MS));
}

async function agentParts(runtime: Runtime, options: AgentOptions): Promise<AgentParts> {
  const { askers, noAskerReason, models, notices = [], maxSteps } = options;
  const { processes } = runtime;
  const { backend } = processes;
  const { clock, ids, log, settings, defaultModel, mayUseInstructions, readInstructions, desk } =
    runtime.agent;
  const { place } = runtime;
  const found = await readInstructions();
  const instructions = found !== undefined && (await mayUseInstructions()) ? found : undefined;
  const isWaiting = found !== undefined && instructions === undefined;
  return {
    pipeline: runtime.pipeline,
    sessions: runtime.store.sessions,
    clock,
    ids,
    log,
    settings: { ...settings, ...(maxSteps === undefined ? {} : { maxSteps }) },
    conversation: (given) =>
      runtime.conversation({
        ...given,
        ...(askers === undefined ? {} : { askers }),
        ...(noAskerReason === undefined ? {} : { noAskerReason }),
      }),
    defaultModel,
    model: models,
    todos: runtime.todos,
    approvals: runtime.store.approvals,
    agents: desk,
    worktrees: place.elsewhere === undefined ? gitWorktrees : noWorktrees,
    knowsToolset: runtime.knowsToolset,
    prompt: () => ({
      date: localDate(clock.now()),
      system: place.system,
      backend: place.inWords,
      sandbox: backend.sandbox.kind === "none" ? "off" : backend.sandbox.kind,
      network: backend.sandbox.network,
      ...(instructions === undefined ? {} : { instructions }),
    }),
    notices: [processes.notices, ...notices],
    startNotices: isWaiting ? ["AGENTS.md is not used until this folder is trusted (wield trust)"] : [],
    onChildOpened: (child, parent) => processes.startIn(child, parent),
    onClosed: async (sessionId) => {
      await Promise.all([processes.endSession(sessionId), runtime.mcp.endSession(sessionId)]);
    },
  };
}

/** The person's day, as `2026-11-30`. */
function localDate(at: number): string {
  const date = new Date(at);
  const two = (part: number): string => String(part).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
