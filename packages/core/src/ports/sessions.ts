import type { Json } from "../contract/json.ts";
import type { Outcome } from "../contract/result.ts";
import type { Message } from "../conversation/message.ts";
import type { Surface } from "./journal.ts";
import type { TokenUsage } from "./model.ts";

/** How a turn ended. */
export type StopReason =
  | "done"
  | "cancelled"
  | "tool_limit"
  | "repetition"
  | "step_limit"
  | "spend_limit"
  | "context_full"
  | "model_error"
  | "no_progress";

/** One item of the model's list. */
export interface TodoItem {
  readonly content: string;
  readonly status: "pending" | "in_progress" | "completed";
}

/** One thing that happened in a conversation. Written as it happens, never changed. */
export type SessionEvent =
  | { readonly kind: "message"; readonly message: Message }
  /** These messages are no longer part of the conversation; a summary that covers one of them is void. */
  | { readonly kind: "removed"; readonly messageIds: readonly string[] }
  /** Stands for the messages from `firstId` to `lastId` in requests; the record keeps them. */
  | { readonly kind: "summary"; readonly firstId: string; readonly lastId: string; readonly text: string }
  | { readonly kind: "title"; readonly title: string }
  | { readonly kind: "todo"; readonly items: readonly TodoItem[] }
  | { readonly kind: "goal"; readonly goal: Json }
  /** A sub-agent was started in the background; its conversation is the session `sessionId`. */
  | { readonly kind: "task"; readonly taskId: string; readonly sessionId: string; readonly prompt: string }
  /** What the session has set for itself; an absent field is unchanged. */
  | {
      readonly kind: "setting";
      readonly model?: string;
      readonly toolset?: string;
      readonly approvalMode?: string;
    }
  | { readonly kind: "turn_started"; readonly turn: number; readonly surface: Surface }
  | {
      readonly kind: "turn_ended";
      readonly turn: number;
      readonly reason: StopReason;
      readonly usage: TokenUsage;
      readonly steps: number;
      readonly calls: number;
    };

export interface StoredSessionEvent {
  /** Rises by one; decides the order, whatever the clock says. */
  readonly seq: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly event: SessionEvent;
}

export interface SessionSummary {
  readonly id: string;
  readonly title: string;
  readonly workspaceRoot: string;
  readonly parentId?: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly messageCount: number;
}

export interface AppendOptions {
  /**
   * True: it resolves once the event is written, which a process that is killed leaves behind. It is on disk with the
   * next event that is waited for, which also tells a failure of that, and soon even if none follows.
   */
  readonly mayFollow?: boolean;
}

/** A session this process writes. Only one process does at a time. */
export interface OpenSession {
  readonly id: string;
  readonly workspaceRoot: string;
  readonly parentId?: string;
  /** All events that could be read when it was opened, in order. What was damaged is set aside and told in `problems`. */
  readonly events: readonly StoredSessionEvent[];
  readonly problems: readonly string[];
  /** Resolves when the event is on disk, scrubbed. Appends keep their order. */
  append(event: SessionEvent, options?: AppendOptions): Promise<StoredSessionEvent>;
  /** Writes what is pending and lets go of the session. */
  close(): Promise<void>;
}

export interface NewSession {
  readonly workspaceRoot: string;
  readonly parentId?: string;
}

export interface SessionFilter {
  readonly workspaceRoot?: string;
  /** Only the helpers of this session. Without it helpers are left out. */
  readonly parentId?: string;
  /** Words to find in titles and messages. */
  readonly text?: string;
  readonly limit?: number;
}

export interface SessionStore {
  create(session: NewSession): Promise<OpenSession>;
  /** Fails with `session_in_use` (who holds it), `no_such_session`. A dead process's hold is taken over. */
  open(id: string): Promise<Outcome<OpenSession>>;
  /** By a unique beginning of its id. Fails with `no_such_session`, `ambiguous_session` listing the matches. */
  find(beginning: string): Promise<Outcome<SessionSummary>>;
  /** Newest first. Whatever is listed can be opened. */
  list(filter?: SessionFilter): Promise<readonly SessionSummary[]>;
  /** Reads without holding it. */
  read(id: string): Promise<Outcome<readonly StoredSessionEvent[]>>;
  /** A copy up to `uptoSeq` (default: all) under a new id, open. */
  fork(id: string, uptoSeq?: number): Promise<Outcome<OpenSession>>;
  /** With its outputs and undo data. */
  delete(id: string): Promise<Outcome<undefined>>;
}
