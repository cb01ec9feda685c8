import {
  type Agents,
  type AgentTask,
  type CallScope,
  type Delegation,
  fail,
  listNames,
  messageOf,
  type ModelPort,
  nearestName,
  type OpenSession,
  type Outcome,
  type SessionEvent,
  type TokenUsage,
  value,
} from "@wield/core";
import type { AgentParts, ConversationSource } from "../agent-parts.ts";
import type { Role } from "../agent-settings.ts";
import type { AgentSession } from "../agent-session.ts";
import type { NoticeSource } from "../background/notice-source.ts";
import type { AgentEventBody } from "../events/agent-event.ts";
import { addUsage } from "../turn/add-usage.ts";
import { NO_USAGE } from "../turn/turn-state.ts";
import type { StoredTask } from "../session/conversation-record.ts";
import { openStored } from "../session/open-stored.ts";
import { cutNames, narrowedSource } from "./narrowed-source.ts";
import { restoreTask } from "./restore-task.ts";
import { createSlots, type Slots } from "./slots.ts";
import { SubTask } from "./sub-task.ts";

/** How a sub-agent's conversation is opened. */
interface ChildOptions {
  readonly session: OpenSession;
  readonly model: ModelPort;
  readonly source: ConversationSource;
  readonly role?: string;
  readonly maxSteps: number;
  readonly depth: number;
}

export interface SubAgentWorld {
  readonly parts: AgentParts;
  readonly sessionId: string;
  readonly workspaceRoot: string;
  readonly source: ConversationSource;
  /** 0 for a conversation with a person. */
  readonly depth: number;
  readonly model: () => ModelPort;
  readonly tasks: () => readonly StoredTask[];
  readonly store: (event: SessionEvent) => Promise<void>;
  readonly emit: (body: AgentEventBody) => void;
  readonly open: (options: ChildOptions) => AgentSession;
}

/** What sub-agents add to the turn of their parent. */
export interface HelperCosts {
  readonly usage: TokenUsage;
  readonly denied: number;
}

export const NO_COSTS: HelperCosts = { usage: NO_USAGE, denied: 0 };

const PROMPT_CHARACTERS = 60;
const TOLD = new Set(["tool_call", "tool_progress", "tool_result", "approval", "ask"]);

/** The sub-agents of one conversation. */
export class SubAgents implements NoticeSource {
  readonly #world: SubAgentWorld;
  readonly #slots: Slots;
  readonly #background = new Map<string, SubTask>();
  readonly #foreground = new Set<SubTask>();
  readonly #closing = new AbortController();
  readonly #watchers = new Set<() => void>();
  #news: string[] = [];
  #costs = NO_COSTS;
  #restored: Promise<void> | undefined;

  constructor(world: SubAgentWorld) {
    this.#world = world;
    this.#slots = createSlots(world.parts.settings.delegation.maxParallel);
  }

  /** As one call sees them. */
  open(scope: CallScope): Agents {
    return {
      maxTurns: this.#world.parts.settings.delegation.maxTurns,
      run: (delegation) => this.#run(delegation, scope),
      start: (delegation) => this.#start(delegation, scope),
      list: async () => {
        await this.#restore();
        return [...this.#background.values()].toReversed().map((task) => this.#view(task));
      },
      get: async (id) => {
        const task = await this.#find(id);
        if (!task.ok) return task;
        for (const origin of task.value.origins) scope.cameFrom(origin);
        return value(this.#view(task.value));
      },
      send: (id, message) => this.#send(id, message, scope),
      stop: async (id) => {
        const task = await this.#find(id);
        if (!task.ok) return task;
        const hadEnded = task.value.status !== "running";
        task.value.stopping.abort();
        await task.value.work;
        return value({ task: this.#view(task.value), hadEnded });
      },
    };
  }

  take(): readonly string[] {
    const news = this.#news;
    this.#news = [];
    return news;
  }

  isBusy(): boolean {
    return [...this.#background.values()].some(({ status }) => status === "running");
  }

  watch(_sessionId: string, onNews: () => void): () => void {
    this.#watchers.add(onNews);
    return () => void this.#watchers.delete(onNews);
  }

  /** What they used, and what they were denied because nobody could be asked, since it was last asked. */
  takeCosts(): HelperCosts {
    const costs = this.#costs;
    this.#costs = NO_COSTS;
    return costs;
  }

  /** Stops all of them and lets go of their conversations. */
  async close(): Promise<void> {
    this.#closing.abort();
    const tasks = [...this.#foreground, ...this.#background.values()];
    await Promise.all(tasks.map(({ session }) => session?.close()));
  }

  async #run(delegation: Delegation, scope: CallScope): Promise<Outcome<AgentTask>> {
    const signal = AbortSignal.any([scope.signal, this.#closing.signal]);
    const release = await this.#slots.take(signal);
    if (release === undefined)
      return fail("no_answer", "the sub-agent ended without an answer: it was stopped");
    try {
      const made = await this.#make(delegation, scope);
      if (!made.ok) return made;
      const task = made.value;
      this.#foreground.add(task);
      await this.#work(task, textOf(delegation), signal);
      await task.session?.close();
      this.#foreground.delete(task);
      for (const origin of task.origins) scope.cameFrom(origin);
      return value(this.#view(task));
    } finally {
      release();
    }
  }

  async #start(delegation: Delegation, scope: CallScope): Promise<Outcome<AgentTask>> {
    // Older ones come first in the list.
    await this.#restore();
    const made = await this.#make(delegation, scope);
    if (!made.ok) return made;
    const task = made.value;
    this.#background.set(task.id, task);
    const { id: taskId, sessionId, prompt } = task;
    await this.#world.store({ kind: "task", taskId, sessionId, prompt });
    task.work = this.#inBackground(task, textOf(delegation));
    return value(this.#view(task));
  }

  async #send(id: string, message: string, scope: CallScope): Promise<Outcome<AgentTask>> {
    const found = await this.#find(id);
    if (!found.ok) return found;
    const task = found.value;
    if (task.status === "running") {
      return fail("still_running", `${id} is running; it can be told something once it has ended`, {
        hint: "its end is announced.",
      });
    }
    if (task.session === undefined) {
      const opened = await this.#world.parts.sessions.open(task.sessionId);
      if (!opened.ok) return fail("agent_failed", `the model failed: ${opened.message}`);
      this.#attach(task, this.#child(opened.value, { scope, maxSteps: this.#mostTurns() }));
    }
    task.begin(this.#now());
    task.work = this.#inBackground(task, message);
    return value(this.#view(task));
  }

  async #inBackground(task: SubTask, text: string): Promise<void> {
    const signal = AbortSignal.any([task.stopping.signal, this.#closing.signal]);
    const release = await this.#slots.take(signal);
    await this.#work(task, text, signal);
    release?.();
    if (this.#closing.signal.aborted) return;
    const { turns, seconds, status } = this.#view(task);
    const start = task.prompt.replaceAll(/\s+/g, " ").trim().slice(0, PROMPT_CHARACTERS).toWellFormed();
    this.#news.push(
      `${task.id} ended — ${status} (${turns} turns, ${Math.round(seconds)} s): ${start}. task output shows its answer.`,
    );
    for (const watcher of this.#watchers) watcher();
  }

  async #work(task: SubTask, text: string, signal: AbortSignal): Promise<void> {
    const { session } = task;
    const now = (): number => this.#now();
    if (session === undefined || signal.aborted) {
      task.fail("it was stopped", now());
      task.status = "stopped";
      return;
    }
    const stop = (): void => session.stop();
    signal.addEventListener("abort", stop, { once: true });
    try {
      task.end(await session.send({ text }), now());
    } catch (error) {
      task.fail(messageOf(error), now());
    }
    signal.removeEventListener("abort", stop);
    if ((await task.worktree?.removeIfUnchanged()) === true) task.worktree = undefined;
    for (const message of session.messages()) {
      if (message.role === "result") for (const origin of message.origins) task.origins.add(origin);
    }
  }

  async #make(delegation: Delegation, scope: CallScope): Promise<Outcome<SubTask>> {
    const { parts, sessionId: parentId, workspaceRoot, source } = this.#world;
    const role = this.#role(delegation.role);
    if (!role.ok) return role;
    const toolset = delegation.toolset ?? role.value?.toolset;
    const known = toolset === undefined ? undefined : parts.knowsToolset?.(toolset);
    if (known?.ok === false) return known;
    const model = role.value?.model === undefined ? undefined : await parts.model(role.value.model);
    if (model?.ok === false) return fail("agent_failed", `the model failed: ${model.message}`);

    const opened = await openStored(parts, { workspaceRoot, parentId });
    if (!opened.ok) return fail("agent_failed", opened.message);
    const session = opened.value;
    const id = parts.ids.next("task_");
    const task = new SubTask({ id, prompt: delegation.prompt, sessionId: session.id, now: this.#now() });
    if (delegation.isIsolated) await this.#isolate(task);
    const child = this.#child(session, {
      scope,
      maxSteps: delegation.maxTurns,
      ...(toolset === undefined ? {} : { toolset }),
      ...(role.value === undefined ? {} : { role: role.value }),
      ...(model === undefined ? {} : { model: model.value }),
      ...(task.worktree === undefined ? {} : { folder: task.worktree.folder }),
    });
    if (toolset !== undefined) {
      const cut = cutNames(child.own.snapshot().tools, source.snapshot().tools);
      if (cut.length > 0) task.notes.push(`toolset ${toolset} was cut to yours; left out: ${listNames(cut)}`);
    }
    this.#attach(task, child);
    return value(task);
  }

  #child(
    session: OpenSession,
    how: ChildHow,
  ): { readonly session: AgentSession; readonly own: ConversationSource } {
    const { parts, source, depth, open, model } = this.#world;
    const { call } = how.scope;
    const above = source.snapshot();
    const own = parts.conversation({
      sessionId: session.id,
      caller: "subagent",
      surface: above.surface,
      toolset: how.toolset ?? above.tools.toolset,
    });
    parts.onChildOpened?.(session.id, this.#world.sessionId);
    const narrowed = narrowedSource(source, own, {
      sessionId: session.id,
      canDelegate: depth + 1 < parts.settings.delegation.maxDepth,
      ...(how.folder === undefined ? {} : { folder: how.folder }),
      parent: { callId: call.id, rootId: call.rootId },
    });
    const opened = open({
      session,
      model: how.model ?? model(),
      source: narrowed,
      ...(how.role === undefined ? {} : { role: how.role.prompt }),
      maxSteps: how.maxSteps,
      depth: depth + 1,
    });
    return { session: opened, own };
  }

  #attach(task: SubTask, { session }: { readonly session: AgentSession }): void {
    task.session = session;
    session.subscribe((event) => {
      task.note(event);
      const { usage, denied } = this.#costs;
      if (event.type === "usage") this.#costs = { usage: addUsage(usage, event.usage), denied };
      if (event.type === "done") this.#costs = { usage, denied: denied + event.denied };
      if (!TOLD.has(event.type)) return;
      const { seq: _seq, at: _at, ...body } = event;
      this.#world.emit(body);
    });
  }

  async #isolate(task: SubTask): Promise<void> {
    const { parts, workspaceRoot } = this.#world;
    const made = await parts.worktrees?.create(workspaceRoot, task.id);
    if (made?.ok === true) task.worktree = made.value;
    else {
      const why = made === undefined ? "worktrees are not available here" : made.message;
      task.notes.push(`not isolated: ${why}; it works in this workspace`);
    }
  }

  #role(name: string | undefined): Outcome<Role | undefined> {
    if (name === undefined) return value(undefined);
    const { roles } = this.#world.parts.settings.delegation;
    const role = roles.get(name);
    if (role !== undefined) return value(role);
    const names = [...roles.keys()].toSorted();
    const nearest = nearestName(name, names);
    const known = names.length === 0 ? "(no roles)" : listNames(names);
    const hint = nearest === undefined ? {} : { hint: `did you mean "${nearest}"?` };
    return fail("unknown_role", `"${name}" is not one of: ${known}`, hint);
  }

  async #find(id: string): Promise<Outcome<SubTask>> {
    await this.#restore();
    const task = this.#background.get(id);
    if (task !== undefined) return value(task);
    const known = [...this.#background.keys()];
    return fail("unknown_task", `no task "${id}" in this session`, {
      hint: known.length === 0 ? "there are no background tasks." : `there are: ${listNames(known)}.`,
    });
  }

  /** Tasks of an earlier process: what they came to is read from their conversations. */
  #restore(): Promise<void> {
    this.#restored ??= (async () => {
      for (const stored of this.#world.tasks()) {
        if (this.#background.has(stored.taskId)) continue;
        this.#background.set(stored.taskId, await restoreTask(stored, this.#world.parts.sessions));
      }
    })();
    return this.#restored;
  }

  #view(task: SubTask): AgentTask {
    return task.view(this.#now());
  }

  #mostTurns(): number {
    return this.#world.parts.settings.delegation.maxTurns;
  }

  #now(): number {
    return this.#world.parts.clock.monotonic();
  }
}

interface ChildHow {
  readonly scope: CallScope;
  readonly maxSteps: number;
  readonly toolset?: string;
  readonly role?: Role;
  readonly model?: ModelPort;
  readonly folder?: string;
}

function textOf({ prompt, contextNote }: Delegation): string {
  return contextNote === undefined || contextNote.trim() === ""
    ? prompt
    : `${contextNote.trim()}\n\n${prompt}`;
}
