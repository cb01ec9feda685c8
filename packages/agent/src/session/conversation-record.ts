import type { Json, Message, SessionEvent, TodoItem, TokenUsage, UserMessage } from "@wield/core";
import { addUsage } from "../turn/add-usage.ts";
import { NO_USAGE } from "../turn/turn-state.ts";

export interface StoredSummary {
  readonly firstId: string;
  readonly lastId: string;
  readonly text: string;
}

export type StoredTask = Extract<SessionEvent, { readonly kind: "task" }>;

/** One conversation as its events make it. `apply` is all that changes it. */
export class ConversationRecord {
  #messages: Message[] = [];
  #turnStarts: string[] = [];
  #summary: StoredSummary | undefined;
  readonly #tasks: StoredTask[] = [];
  title = "";
  todos: readonly TodoItem[] = [];
  goal: Json = null;
  model: string | undefined;
  toolset: string | undefined;
  approvalMode: string | undefined;
  /** Number of the newest turn. */
  turn = 0;
  usage: TokenUsage = NO_USAGE;
  steps = 0;
  calls = 0;

  /** Without what was removed, in the order it was stored. */
  get messages(): readonly Message[] {
    return this.#messages;
  }

  /** Stands for a part of the messages in requests. */
  get summary(): StoredSummary | undefined {
    return this.#summary;
  }

  /** Sub-agents that were started in the background. */
  get tasks(): readonly StoredTask[] {
    return this.#tasks;
  }

  /** Ids of the messages that began a turn. */
  get turnStarts(): readonly string[] {
    return this.#turnStarts;
  }

  apply(event: SessionEvent): void {
    switch (event.kind) {
      case "message":
        this.#messages.push(event.message);
        return;
      case "removed":
        this.#remove(new Set(event.messageIds));
        return;
      case "summary":
        this.#summary = { firstId: event.firstId, lastId: event.lastId, text: event.text };
        return;
      case "title":
        this.title = event.title;
        return;
      case "todo":
        this.todos = event.items;
        return;
      case "goal":
        this.goal = event.goal;
        return;
      case "task":
        this.#tasks.push(event);
        return;
      case "setting":
        this.model = event.model ?? this.model;
        this.toolset = event.toolset ?? this.toolset;
        this.approvalMode = event.approvalMode ?? this.approvalMode;
        return;
      case "turn_started":
        this.turn = Math.max(this.turn, event.turn);
        this.#noteTurnStart();
        return;
      case "turn_ended":
        this.usage = addUsage(this.usage, event.usage);
        this.steps += event.steps;
        this.calls += event.calls;
        return;
    }
  }

  /** The messages of a request: a summary, where there is one, in the place of what it covers. */
  requestMessages(): readonly Message[] {
    const summary = this.#summary;
    if (summary === undefined) return this.#messages;
    const first = this.#messages.findIndex(({ id }) => id === summary.firstId);
    const last = this.#messages.findIndex(({ id }) => id === summary.lastId);
    if (first < 0 || last < first) return this.#messages;
    const stand: UserMessage = {
      role: "user",
      id: `summary_${summary.lastId}`,
      origin: "summary",
      parts: [{ kind: "text", text: summary.text }],
    };
    return [...this.#messages.slice(0, first), stand, ...this.#messages.slice(last + 1)];
  }

  /** The message is stored before its turn starts, so it is the newest one now. */
  #noteTurnStart(): void {
    const newest = this.#messages.at(-1);
    if (newest?.role === "user") this.#turnStarts.push(newest.id);
  }

  #remove(ids: ReadonlySet<string>): void {
    const summary = this.#summary;
    if (summary !== undefined && this.#covers(summary, ids)) this.#summary = undefined;
    this.#messages = this.#messages.filter(({ id }) => !ids.has(id));
    this.#turnStarts = this.#turnStarts.filter((id) => !ids.has(id));
  }

  #covers({ firstId, lastId }: StoredSummary, ids: ReadonlySet<string>): boolean {
    const first = this.#messages.findIndex(({ id }) => id === firstId);
    const last = this.#messages.findIndex(({ id }) => id === lastId);
    return this.#messages.slice(first, last + 1).some(({ id }) => ids.has(id));
  }
}
