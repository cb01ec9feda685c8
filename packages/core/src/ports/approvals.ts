import type { Json } from "../contract/json.ts";
import type { Effect } from "../effects/effect.ts";
import type { PermissionRule } from "../policy/permission-rule.ts";
import type { Caller, Surface } from "./journal.ts";

/** A stored question whether a call may run. */
export interface ApprovalRequest {
  readonly id: string;
  readonly callId: string;
  readonly rootId: string;
  readonly sessionId: string;
  readonly workspace: string;
  readonly caller: Caller;
  readonly surface: Surface;
  readonly tool: string;
  /** sha256 over tool, canonical input and resolved effects. */
  readonly digest: string;
  /** Scrubbed and made visible: safe to show. */
  readonly input: Json;
  /** As it came. Kept only in the approvals store and only until the request is settled. */
  readonly rawInput: Json;
  readonly effects: readonly Effect[];
  readonly effectWords: readonly string[];
  readonly preview?: string;
  /** Why there is no preview, when the tool has one and it failed. */
  readonly previewProblem?: string;
  readonly reason: string;
  /** The exact rule that `session` and `always` would add; absent when no rule can cover the call. */
  readonly rule?: PermissionRule;
  readonly createdAt: number;
  readonly deadline: number;
}

export type ApprovalChoice = "once" | "session" | "always" | "deny";

export interface ApprovalAnswer {
  readonly choice: ApprovalChoice;
  readonly remark?: string;
  /** Who answered, such as the account's name. */
  readonly by: string;
  readonly surface: Surface;
  readonly at: number;
}

/** A request and what became of it. */
export interface KnownRequest {
  readonly request: Omit<ApprovalRequest, "rawInput">;
  readonly state:
    | { readonly kind: "pending" }
    | { readonly kind: "answered"; readonly answer: ApprovalAnswer }
    | { readonly kind: "closed"; readonly why: "expired" | "cancelled" };
}

export type SettleAttempt = "settled" | "already_settled" | "unknown";

/** Durable requests. The first valid answer from any process wins. */
export interface ApprovalStore {
  /** On disk (mode 0600) when this resolves. */
  create(request: ApprovalRequest): Promise<void>;
  answer(id: string, answer: ApprovalAnswer): Promise<SettleAttempt>;
  /** Resolves with the answer, or `undefined` once the signal is aborted. Does not poll faster than 4 times a second. */
  waitForAnswer(id: string, signal: AbortSignal): Promise<ApprovalAnswer | undefined>;
  /** Ends a request nobody answered; an answer that came first is returned instead. */
  close(id: string, why: "expired" | "cancelled"): Promise<ApprovalAnswer | undefined>;
  /** The newest request about a call, whatever process made it. One whose deadline has passed is closed by this. */
  ofCall(sessionId: string, callId: string): Promise<KnownRequest | undefined>;
  /** Uses an approval: true for exactly one taker, of whatever process. On disk when this resolves. */
  take(id: string): Promise<boolean>;
  /** Pending ones, oldest first, without `rawInput`. */
  pending(): Promise<readonly Omit<ApprovalRequest, "rawInput">[]>;
}
