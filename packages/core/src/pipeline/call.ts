import type { Json } from "../contract/json.ts";
import type { FailedResult, ImageBlock } from "../contract/result.ts";
import type { Effect } from "../effects/effect.ts";
import type { Guard } from "../policy/guard.ts";
import type { PermissionRule } from "../policy/permission-rule.ts";
import type { CallStatus, Caller, GuardAnswer, Stage, Surface } from "../ports/journal.ts";
import type { Workspace } from "../ports/paths.ts";
import type { ApprovalAnswer, ApprovalRequest } from "../ports/approvals.ts";
import type { ActiveTools } from "../registry/active-tools.ts";
import type { ToolSettings } from "../settings/tool-settings.ts";

/** One call as its caller gives it. */
export interface CallRequest {
  readonly tool: string;
  /** JSON text as a model sends it, or a value that is already parsed; nothing means `{}`. */
  readonly input?: string | Json;
  /** True when the provider cut the answer inside this call: it is refused, never run. */
  readonly wasCutOff?: boolean;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void | Promise<void>;
  /** From the source of the pipeline's own ids: for a caller that stores the call before it is made. */
  readonly id?: string;
  /**
   * The call was proposed before under this `id`, by a process that has ended while people were asked: their answer
   * is taken up, or waited for until the old deadline. It runs only if it is the very call they were asked about.
   */
  readonly isTakenUp?: boolean;
  /** Told once it is decided what the call is, before anybody is asked and before it runs. */
  readonly onPlanned?: (call: CallRecord) => void;
  /** Told the outcome the moment it is there, whatever the rest of its batch does. */
  readonly onEnded?: (outcome: CallOutcome) => void;
}

export interface Progress {
  readonly callId: string;
  readonly message: string;
  /** From 0 to 1. */
  readonly fraction?: number;
}

/** Somebody who can be asked. Attached by a surface. */
export interface Asker {
  /** Shown when nobody can be asked: the surface and the setting that would change it. */
  readonly surface: Surface;
  /**
   * Tells people about a stored request; may answer it. Resolving with `undefined` leaves the request to the
   * other surfaces. Aborted when the request is settled elsewhere or its deadline has passed.
   */
  ask(request: Omit<ApprovalRequest, "rawInput">, signal: AbortSignal): Promise<ApprovalAnswer | undefined>;
}

/** The conversation a call belongs to. Handed in with each call: nothing of it is global. */
export interface Conversation {
  readonly sessionId: string;
  readonly caller: Caller;
  readonly surface: Surface;
  readonly workspace: Workspace;
  readonly workspaceName: string;
  readonly tools: ActiveTools;
  readonly settings: ToolSettings;
  /** Rules that hold for this session only, added by the answer `session`. */
  readonly sessionRules: SessionRules;
  readonly askers: readonly Asker[];
  /** Why nobody can be asked, when `askers` is empty. */
  readonly noAskerReason?: string;
  readonly turn?: { readonly number: number; readonly step: number; readonly sawOutside: boolean };
  /** The call inside which this one is made. */
  readonly parent?: {
    readonly callId: string;
    readonly rootId: string;
    readonly ancestors?: readonly string[];
  };
  /** Guards of this conversation, besides those of the pipeline. */
  readonly guards?: readonly Guard[];
}

export interface SessionRules {
  list(): readonly PermissionRule[];
  add(rule: PermissionRule): void;
}

/** Facts about a call for programs. */
export interface CallRecord {
  readonly id: string;
  readonly rootId: string;
  readonly parentId?: string;
  readonly caller: Caller;
  readonly surface: Surface;
  readonly sessionId: string;
  readonly turn?: number;
  readonly step?: number;
  /** The tool that ran, or the name that was asked for. */
  readonly tool: string;
  /** Canonical, scrubbed; absent when decoding failed. */
  readonly input?: Json;
  readonly effects: readonly Effect[];
  /** The stage that ended the call. */
  readonly stage: Stage;
  readonly startedAt: number;
  readonly durationMs: number;
  /** Display paths that were changed. */
  readonly changed: readonly string[];
}

interface OutcomeBase {
  readonly call: CallRecord;
  readonly notes: readonly string[];
  readonly data?: Json;
  /** Locator of the whole text when it was cut. */
  readonly outputRef?: string;
  /** Hosts or servers the text came from; empty when it did not come from outside. */
  readonly origins: readonly string[];
}

export interface OkOutcome extends OutcomeBase {
  readonly status: "ok";
  readonly text: string;
  readonly blocks: readonly ImageBlock[];
}

export interface FailureOutcome extends OutcomeBase {
  readonly status: Exclude<CallStatus, "ok">;
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
  /** Output the tool gave before it failed. */
  readonly partialText?: string;
}

/** How a call ended. Exactly one per call. */
export type CallOutcome = OkOutcome | FailureOutcome;

/** A stage that ends the call early. */
export interface StageFailure {
  readonly stage: Stage;
  readonly status: Exclude<CallStatus, "ok">;
  readonly result: FailedResult;
}

export interface PipelineObserver {
  /** Told after the outcome, which is frozen. Errors are logged and change nothing. */
  callEnded?(outcome: CallOutcome): void | Promise<void>;
}

/** What would become of a call. */
export interface CallExplanation {
  readonly tool: string;
  /** `refused`: the call does not get as far as the guards. */
  readonly decision: "run" | "ask" | "deny" | "refused";
  /** Decoded, scrubbed; absent when decoding failed. */
  readonly input?: Json;
  readonly effects: readonly {
    readonly words: string;
    readonly real?: string;
    /** Of a command: its parts, what they name, what cannot be known. */
    readonly parts?: readonly string[];
  }[];
  /** The rule that an answer `always` would save; absent when none can cover the call. */
  readonly rule?: string;
  /** Of every guard, in order; empty when the call is refused. */
  readonly answers: readonly GuardAnswer[];
  /** Why it is asked for, denied or refused. */
  readonly reason?: string;
  readonly code?: string;
}

/** The one path of a call. */
export interface Pipeline {
  call(request: CallRequest, conversation: Conversation): Promise<CallOutcome>;
  /** Results in call order, one per call. */
  batch(requests: readonly CallRequest[], conversation: Conversation): Promise<readonly CallOutcome[]>;
  /** What would be decided about a call, and every guard's answer. Nothing is run, asked or recorded. */
  explain(request: CallRequest, conversation: Conversation): Promise<CallExplanation>;
  /** Adds a guard for every conversation; the returned function removes exactly this registration. */
  addGuard(guard: Guard): () => void;
  addObserver(observer: PipelineObserver): () => void;
}
