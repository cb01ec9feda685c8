import {
  type AppendOptions,
  fail,
  type Message,
  messageOf,
  type ModelPort,
  type OpenSession,
  type Outcome,
  type SessionEvent,
  type TodoItem,
  type TokenUsage,
  type UserMessage,
  value,
} from "@wield/core";
import type { AgentParts, ConversationSource } from "../agent-parts.ts";
import type { AgentSession, SessionSettings, TurnEnd, TurnInput } from "../agent-session.ts";
import { compactNow } from "../compaction/compact-now.ts";
import { changeGoal, goalIn, type Goal, type GoalChange } from "../judging/goal.ts";
import { pursueGoal } from "../judging/pursue-goal.ts";
import { addUsage } from "../turn/add-usage.ts";
import { NEVER_BEGUN, turnEnd } from "../turn/turn-end.ts";
import { NO_USAGE } from "../turn/turn-state.ts";
import { carryOutTurn } from "./carry-out-turn.ts";
import { createSessionTeller } from "./session-teller.ts";
import { RequestMaker } from "../compaction/request-maker.ts";
import type { AgentEvent } from "../events/agent-event.ts";
import { createEventStream, type EventStream } from "../events/event-stream.ts";
import { NO_COSTS, SubAgents, type HelperCosts } from "../delegation/sub-agents.ts";
import { exitCodeOf } from "../turn/exit-code.ts";
import { ownMessage, personMessage } from "../turn/messages.ts";
import type { TurnContext } from "../turn/turn-context.ts";
import { ConversationRecord } from "./conversation-record.ts";
import { lastExchange } from "./last-exchange.ts";
import { createSteering, type WaitingInput } from "./steering.ts";
import { titleFrom } from "./title-from.ts";

export interface LiveSessionOptions {
  readonly parts: AgentParts;
  readonly session: OpenSession;
  readonly model: ModelPort;
  readonly source: ConversationSource;
  readonly role?: string;
  /** 0 for a conversation with a person, one more for each sub-agent below it. */
  readonly depth: number;
  /** Background work that ends starts a turn when nothing runs. */
  readonly wakes: boolean;
}

const MOST_SELF_STARTED = 10;

interface RunningTurn {
  readonly stop: AbortController;
  /** Whoever waits for its end. */
  readonly waiting: PromiseWithResolvers<TurnEnd>[];
  readonly ended: Promise<TurnEnd>;
}

/** One conversation with its turns, one at a time. */
export class LiveSession implements AgentSession {
  readonly #parts: AgentParts;
  readonly #session: OpenSession;
  readonly #source: ConversationSource;
  readonly #options: LiveSessionOptions;
  readonly #record = new ConversationRecord();
  readonly #events: EventStream;
  readonly #steering = createSteering();
  readonly #maker: RequestMaker;
  #running: RunningTurn | undefined;
  readonly #tellSession: () => void;
  readonly #unwatch: readonly (() => void)[];
  /** Turns in a row that began by themselves. */
  #selfStarted = 0;
  readonly #detachTodos: (() => void) | undefined;
  readonly #subAgents: SubAgents | undefined;
  #detachAgents: (() => void) | undefined;
  /** Tokens of summaries and judgements that no turn has counted yet. */
  #spentBeside: TokenUsage = NO_USAGE;
  #isClosed = false;
  readonly #closing = new AbortController();

  constructor(options: LiveSessionOptions) {
    const { parts, session } = options;
    this.#options = options;
    this.#subAgents = this.#openSubAgents(options);
    const notices = [...(parts.notices ?? []), ...(this.#subAgents === undefined ? [] : [this.#subAgents])];
    this.#parts = { ...parts, notices };
    this.#session = session;
    this.#source = options.source;
    this.#events = createEventStream(parts.clock, parts.log);
    for (const { event } of session.events) this.#record.apply(event);
    const { prompt } = parts;
    const { role } = options;
    const { roles } = parts.settings.delegation;
    const made = { record: this.#record, sessionId: session.id, prompt, roles };
    this.#detachTodos = parts.todos?.attach(session.id, {
      read: async () => this.#record.todos,
      write: (items) => this.#writeTodos(items),
    });
    this.#unwatch = notices.map((source) => source.watch(session.id, () => this.#wake()));
    this.#tellSession = createSessionTeller({
      sessionId: session.id,
      source: options.source,
      model: () => this.model,
      startNotices: options.depth > 0 ? [] : (parts.startNotices ?? []),
      emit: (body) => this.#events.emit(body),
    });
    this.#maker = new RequestMaker({ ...made, ...(role === undefined ? {} : { role }) }, options.model);
  }

  get id(): string {
    return this.#session.id;
  }

  get isBusy(): boolean {
    return this.#running !== undefined;
  }

  get model(): string {
    return this.#maker.model.facts.id;
  }

  get title(): string {
    return this.#record.title;
  }

  messages(): readonly Message[] {
    return this.#record.messages;
  }

  todos(): readonly TodoItem[] {
    return this.#record.todos;
  }

  usage(): ReturnType<AgentSession["usage"]> {
    const { usage, steps, calls } = this.#record;
    return { ...usage, steps, calls };
  }

  subscribe(listener: (event: AgentEvent) => void): () => void {
    return this.#events.subscribe(listener);
  }

  async send(input: TurnInput): Promise<TurnEnd> {
    if (this.#isClosed) throw new Error(`the session ${this.id} is closed`);
    if (input.text.trim() === "" && (input.images ?? []).length === 0) {
      throw new RangeError("a message needs text or a picture");
    }
    if (this.#running !== undefined) return this.#steering.add(input);
    this.#selfStarted = 0;
    return this.#startTurn(personMessage(input, this.#parts.ids));
  }

  steer(text: string): Outcome<undefined> {
    if (text.trim() === "") return fail("blank_message", "a message needs text");
    if (this.#running === undefined)
      return fail("nothing_running", "nothing is running that could be steered");
    void this.#steering.add({ text });
    return value(undefined);
  }

  stop(): void {
    this.#running?.stop.abort();
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#closing.abort();
    this.stop();
    await this.#running?.ended;
    this.#detachAgents?.();
    await this.#subAgents?.close();
    this.#detachTodos?.();
    for (const unwatch of this.#unwatch) unwatch();
    await this.#parts.onClosed?.(this.id);
    await this.#session.close();
  }

  get goal(): Goal | undefined {
    return goalIn(this.#record.goal);
  }

  async setGoal(change: GoalChange): Promise<Outcome<Goal | undefined>> {
    const changed = changeGoal(this.goal, change);
    if (changed.ok)
      await this.#store({ kind: "goal", goal: changed.value === undefined ? null : { ...changed.value } });
    return changed;
  }

  async setTitle(title: string): Promise<void> {
    await this.#store({ kind: "title", title: titleFrom(title) });
  }

  async keepSettings(settings: SessionSettings): Promise<void> {
    await this.#store({ kind: "setting", ...settings });
  }

  keptSettings(): SessionSettings {
    const { toolset, approvalMode } = this.#record;
    return {
      ...(toolset === undefined ? {} : { toolset }),
      ...(approvalMode === undefined ? {} : { approvalMode }),
    };
  }

  async setModel(id: string): Promise<Outcome<string>> {
    const model = await this.#parts.model(id);
    if (!model.ok) return model;
    this.#maker.model = model.value;
    await this.#store({ kind: "setting", model: model.value.facts.id });
    return value(model.value.facts.id);
  }

  async undoExchange(): Promise<Outcome<string>> {
    if (this.#running !== undefined) return fail("still_running", "a turn is running; stop it first");
    const exchange = lastExchange(this.#record);
    if (exchange === undefined) return fail("nothing_to_undo", "there is no exchange to take back");
    await this.#store({ kind: "removed", messageIds: exchange.messageIds });
    return value(exchange.text);
  }

  async retry(): Promise<Outcome<TurnEnd>> {
    if (this.#running !== undefined) return fail("still_running", "a turn is running; stop it first");
    const exchange = lastExchange(this.#record);
    if (exchange === undefined) return fail("nothing_to_retry", "there is no message to send again");
    await this.#store({ kind: "removed", messageIds: exchange.messageIds });
    return value(await this.#startTurn({ ...exchange.message, id: this.#parts.ids.next("msg_") }));
  }

  async compact(focus?: string): Promise<Outcome<{ readonly before: number; readonly after: number }>> {
    if (this.#running !== undefined) return fail("still_running", "a turn is running; stop it first");
    return compactNow({
      maker: this.#maker,
      record: this.#record,
      conversation: this.#source.snapshot(),
      settings: this.#parts.settings.compaction,
      signal: this.#closing.signal,
      store: (event) => this.#store(event),
      noteUsage: (usage) => this.#noteUsage(usage),
      ...(focus === undefined ? {} : { focus }),
    });
  }

  /** None when settings, depth or the host have none. */
  #openSubAgents({ parts, session, source, depth }: LiveSessionOptions): SubAgents | undefined {
    const { isEnabled, maxDepth } = parts.settings.delegation;
    if (!isEnabled || depth >= maxDepth || parts.agents === undefined) return undefined;
    const subAgents = new SubAgents({
      parts,
      sessionId: session.id,
      workspaceRoot: session.workspaceRoot,
      source,
      depth,
      model: () => this.#maker.model,
      tasks: () => this.#record.tasks,
      store: (event) => this.#store(event),
      emit: (body) => this.#events.emit(body),
      open: ({ maxSteps, ...child }) =>
        new LiveSession({
          ...child,
          parts: { ...parts, settings: { ...parts.settings, maxSteps } },
          wakes: false,
        }),
    });
    this.#detachAgents = parts.agents.attach(session.id, (scope) => subAgents.open(scope));
    return subAgents;
  }

  #noteUsage(usage: TokenUsage): void {
    this.#spentBeside = addUsage(this.#spentBeside, usage);
  }

  #takeCosts(): HelperCosts {
    const { usage, denied } = this.#subAgents?.takeCosts() ?? NO_COSTS;
    const spent = this.#spentBeside;
    this.#spentBeside = NO_USAGE;
    return { usage: addUsage(usage, spent), denied };
  }

  async #writeTodos(items: readonly TodoItem[]): Promise<void> {
    await this.#store({ kind: "todo", items });
    this.#events.emit({ type: "todo", items });
  }

  async #store(event: SessionEvent, options?: AppendOptions): Promise<void> {
    this.#record.apply(event);
    await this.#session.append(event, options);
  }

  #startTurn(message: UserMessage): Promise<TurnEnd> {
    const stop = new AbortController();
    const waiting: PromiseWithResolvers<TurnEnd>[] = [];
    const ended = this.#turn(message, stop.signal, waiting);
    this.#running = { stop, waiting, ended };
    return ended;
  }

  /** Never rejects: whatever goes wrong, the turn has one end. */
  async #turn(
    message: UserMessage,
    signal: AbortSignal,
    waiting: PromiseWithResolvers<TurnEnd>[],
  ): Promise<TurnEnd> {
    const turn = this.#record.turn + 1;
    const context = this.#context(message, { turn, signal, waiting });
    const outcome = turnEnd(await carryOutTurn(message, context, this.#tellSession));
    const line = outcome.reason === "done" ? await this.#pursueGoal(context) : undefined;
    const costs = this.#takeCosts();
    const end = {
      ...outcome,
      usage: addUsage(outcome.usage, costs.usage),
      denied: outcome.denied + costs.denied,
    };
    const { reason, usage, steps, calls } = end;
    try {
      await this.#store({ kind: "turn_ended", turn, reason, usage, steps, calls });
    } catch (error) {
      this.#parts.log("error", `the end of turn ${turn} could not be stored: ${messageOf(error)}`);
    }
    if (end.error !== undefined) this.#events.emit({ type: "error", code: reason, message: end.error });
    this.#running = undefined;
    const { error: _told, ...shown } = end;
    this.#events.emit({ type: "done", ...shown, exit_code: exitCodeOf(end) });
    for (const one of waiting) one.resolve(end);
    this.#goOnWith(this.#steering.takeFirst(), line);
    return end;
  }

  #context(
    message: UserMessage,
    {
      turn,
      signal,
      waiting,
    }: { turn: number; signal: AbortSignal; waiting: PromiseWithResolvers<TurnEnd>[] },
  ): TurnContext {
    return {
      parts: this.#parts,
      sessionId: this.id,
      turn,
      startId: message.id,
      record: this.#record,
      source: this.#source,
      steering: this.#steering,
      signal,
      maker: this.#maker,
      store: (event, options) => this.#store(event, options),
      emit: (body) => this.#events.emit(body),
      onDelivered: (taken) => void waiting.push(...taken.map(({ ended }) => ended)),
      noteUsage: (usage) => this.#noteUsage(usage),
      takeCosts: () => this.#takeCosts(),
    };
  }

  /** Never rejects: a goal that cannot be judged or stored does not hold up the end of a turn. */
  async #pursueGoal({ signal, store, emit, noteUsage }: TurnContext): Promise<string | undefined> {
    const { messages } = this.#record;
    try {
      return await pursueGoal(this.goal, {
        model: this.#maker.model,
        signal,
        messages,
        store,
        emit,
        noteUsage,
      });
    } catch (error) {
      this.#parts.log("error", `the goal of ${this.id}: ${messageOf(error)}`);
      return undefined;
    }
  }

  /** News of background work begin a turn when nothing runs; what is not taken waits for the next one. */
  #wake(): void {
    const mayWake = this.#options.wakes && this.#parts.settings.wakesOnBackground;
    if (!mayWake || this.#isClosed || this.#running !== undefined) return;
    if (this.#selfStarted >= MOST_SELF_STARTED) return;
    const lines = (this.#parts.notices ?? []).flatMap((source) => source.take(this.id));
    if (lines.length === 0) return;
    this.#selfStarted += 1;
    void this.#startTurn(ownMessage("notice", lines, this.#parts.ids));
  }

  /** What a person said too late for the turn that ended begins the next one; else a goal that is not met does. */
  #goOnWith(next: WaitingInput | undefined, line: string | undefined): void {
    if (this.#isClosed) next?.ended.resolve(NEVER_BEGUN);
    else if (next !== undefined) {
      void this.#startTurn(personMessage(next.input, this.#parts.ids)).then(next.ended.resolve);
    } else if (line !== undefined) void this.#startTurn(ownMessage("notice", [line], this.#parts.ids));
    else this.#wake();
  }
}
