import type { ImageBlock, Message, Outcome, StopReason, TodoItem, TokenUsage } from "@wield/core";
import type { Goal, GoalChange } from "./judging/goal.ts";
import type { AgentEvent } from "./events/agent-event.ts";

export interface TurnInput {
  readonly text: string;
  readonly images?: readonly ImageBlock[];
}

export interface TurnEnd {
  readonly reason: StopReason;
  readonly answer: string;
  readonly usage: TokenUsage;
  readonly steps: number;
  readonly calls: number;
  /** Calls that were denied because nobody could be asked. */
  readonly denied: number;
  /** Why a provider failed for good, without any key. */
  readonly error?: string;
}

/** What a session has set for itself besides its model. */
export interface SessionSettings {
  readonly toolset?: string;
  readonly approvalMode?: string;
}

/** One conversation, live: what the chat, a headless run and an embedder drive. */
export interface AgentSession {
  readonly id: string;
  readonly isBusy: boolean;
  readonly model: string;
  readonly title: string;
  /** What the session works towards, over several turns. */
  readonly goal: Goal | undefined;
  /** The conversation as it is stored, without what was removed. */
  messages(): readonly Message[];
  todos(): readonly TodoItem[];
  usage(): TokenUsage & { readonly steps: number; readonly calls: number };
  /** Runs one turn. While one runs, the text is delivered as steering and this resolves with that turn's end. */
  send(input: TurnInput): Promise<TurnEnd>;
  /** Fails with `blank_message`, `nothing_running`. */
  steer(text: string): Outcome<undefined>;
  /** Ends the request or the batch; what is finished stays. */
  stop(): void;
  /** Hears every event from now on; the returned function ends that. */
  subscribe(listener: (event: AgentEvent) => void): () => void;
  /** Summarises now; `focus` says what matters. Tells the sizes before and after. */
  compact(focus?: string): Promise<Outcome<{ readonly before: number; readonly after: number }>>;
  /** Takes the last exchange out of the conversation; files stay. Gives the person's text back. */
  undoExchange(): Promise<Outcome<string>>;
  /** The last message again, its answer removed. */
  retry(): Promise<Outcome<TurnEnd>>;
  /** Sets the goal, or pauses, resumes or clears it. Fails with `blank_goal`, `no_goal`. */
  setGoal(change: GoalChange): Promise<Outcome<Goal | undefined>>;
  setModel(id: string): Promise<Outcome<string>>;
  setTitle(title: string): Promise<void>;
  /** What the person chose for this session, kept for when it is resumed. */
  keepSettings(settings: SessionSettings): Promise<void>;
  /** What was kept last. */
  keptSettings(): SessionSettings;
  /** Stops what runs and lets go of the session, which can be resumed. */
  close(): Promise<void>;
}
