import type { Json } from "../contract/json.ts";
import type { Effect } from "../effects/effect.ts";

/** Who makes a call. */
export type Caller = "agent" | "subagent" | "code" | "mcp" | "http" | "cli" | "test";

/** Where a person is. */
export type Surface = "terminal" | "web" | "telegram" | "discord" | "api" | "mcp";

export type CallStatus = "ok" | "failed" | "denied" | "cancelled";

export type Stage = "resolve" | "decode" | "guard" | "approve" | "prepare" | "run" | "shape" | "record";

interface EntryBase {
  /** Version of this entry's form. */
  readonly v: 1;
  readonly callId: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

export interface ProposedEntry extends EntryBase {
  readonly type: "proposed";
  readonly rootId: string;
  readonly parentId?: string;
  readonly caller: Caller;
  readonly surface: Surface;
  readonly sessionId: string;
  readonly workspace: string;
  readonly turn?: number;
  readonly step?: number;
  readonly tool: string;
  /** As it came, scrubbed. */
  readonly rawInput: Json;
}

export interface GuardAnswer {
  readonly guard: string;
  readonly answer: "abstain" | "ask" | "deny" | "error";
  readonly reason?: string;
}

export interface DecidedEntry extends EntryBase {
  readonly type: "decided";
  /** Decoded, scrubbed; absent when it is what came. */
  readonly input?: Json;
  readonly effects: readonly Effect[];
  readonly answers: readonly GuardAnswer[];
  readonly decision: "run" | "ask" | "deny";
}

export interface AskedEntry extends EntryBase {
  readonly type: "asked";
  readonly approvalId: string;
  readonly reason: string;
  readonly deadline: number;
}

export interface AnsweredEntry extends EntryBase {
  readonly type: "answered";
  readonly approvalId: string;
  readonly answer: "once" | "session" | "always" | "deny" | "expired" | "cancelled";
  readonly by?: string;
  readonly surface?: Surface;
  readonly remark?: string;
}

/** What is about to happen. On disk before it happens. */
export interface IntentEntry extends EntryBase {
  readonly type: "intent";
  readonly tool: string;
  readonly sessionId: string;
  readonly workspace: string;
  /** Where the paths are, when that is not this machine (`Elsewhere.name`). */
  readonly place?: string;
  /** Absent when it stands in the `decided` or `proposed` entry of the call, which reach the disk before this one. */
  readonly input?: Json;
  readonly effects: readonly Effect[];
  /** Absolute paths of the temporary files this call may leave behind when its process dies. */
  readonly temporaryFiles: readonly string[];
}

export interface OutcomeEntry extends EntryBase {
  readonly type: "outcome";
  readonly status: CallStatus | "interrupted";
  readonly code?: string;
  readonly stage: Stage;
  readonly durationMs: number;
  /** The sentence of a failure, scrubbed; for a success the first 200 characters of its text. */
  readonly summary: string;
  /** Display paths that were changed. */
  readonly changed: readonly string[];
  readonly outputRef?: string;
  /** Hosts or servers the text came from, when it came from outside. */
  readonly origins?: readonly string[];
}

/** A temporary file that could not be named before the call ran. */
export interface TemporaryEntry extends EntryBase {
  readonly type: "temporary";
  readonly path: string;
}

export type JournalEntry =
  | ProposedEntry
  | DecidedEntry
  | AskedEntry
  | AnsweredEntry
  | IntentEntry
  | TemporaryEntry
  | OutcomeEntry;

/** The append-only record. The store adds the identity of the writing process to each intent. */
export interface Journal {
  /** Appends without waiting for the disk. Never throws; a failure is logged. */
  append(entry: JournalEntry): void;
  /** Like `append` of each in turn, at the cost of one. Without it they are appended one by one. */
  appendAll?(entries: readonly JournalEntry[]): void;
  /** Appends and resolves once the entry, and all before it, are on disk; rejects when they could not be. */
  sync(entry: IntentEntry): Promise<void>;
}
