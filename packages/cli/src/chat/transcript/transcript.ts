import type { Json, StopReason, TodoItem, TokenUsage } from "@wield/core";
import type { ShownRequest } from "../../approvals/render-request.ts";

/** One call, as its card shows it. */
export interface CallCard {
  readonly callId: string;
  readonly tool: string;
  readonly input: Json;
  /** The call inside which it was made. */
  readonly parentId?: string;
  readonly startedAt: number;
  readonly progress?: { readonly message: string; readonly fraction?: number };
  /** Absent while it runs. */
  readonly end?: {
    readonly status: "ok" | "failed" | "denied" | "cancelled" | "interrupted";
    readonly text: string;
    readonly notes: readonly string[];
    readonly diff?: string;
    /** Absent where it is not known any more. */
    readonly durationMs?: number;
    readonly outputRef?: string;
  };
}

export type NoticeLevel = "info" | "warn" | "error";

/** A part of the conversation that does not change any more. */
export type Block =
  | { readonly kind: "person"; readonly text: string; readonly isSteering: boolean }
  /** Markdown; a continued piece stands right below the one before it. */
  | { readonly kind: "answer"; readonly text: string; readonly isContinued: boolean }
  | { readonly kind: "reasoning"; readonly text: string }
  | { readonly kind: "call"; readonly card: CallCard }
  /** What a call gave, where a person made it and waits for it. */
  | {
      readonly kind: "result";
      readonly isOk: boolean;
      readonly text: string;
      readonly notes: readonly string[];
    }
  | { readonly kind: "decision"; readonly what: string; readonly text: string; readonly isAllowed: boolean }
  | { readonly kind: "answered"; readonly lines: readonly string[] }
  | { readonly kind: "notice"; readonly level: NoticeLevel; readonly text: string }
  /** What a slash command showed: lines of our own, painted already. */
  | { readonly kind: "shown"; readonly lines: readonly string[] }
  | {
      readonly kind: "end";
      readonly reason: StopReason;
      readonly usage: TokenUsage;
      readonly steps: number;
      readonly calls: number;
      readonly durationMs: number;
    };

/** A part that still changes. Only the first ones can become final: the order is that of the conversation. */
export type LiveItem =
  | {
      readonly kind: "answer" | "reasoning";
      readonly text: string;
      /** The model's answer that this belongs to has ended. */
      readonly isFinal: boolean;
      /** A part of it was made final before. */
      readonly wasSplit: boolean;
      /** The next piece belongs right below the one before it. */
      readonly isContinued: boolean;
    }
  | { readonly kind: "call"; readonly card: CallCard }
  | { readonly kind: "approval"; readonly request: ShownRequest }
  /** Final, and waiting for the answer before it to end. */
  | { readonly kind: "block"; readonly block: Block };

/** What the person sees of a conversation. Its size does not grow with the conversation once blocks are taken. */
export interface Transcript {
  /** To be printed and forgotten, oldest first. */
  readonly finished: readonly Block[];
  readonly live: readonly LiveItem[];
  readonly todos: readonly TodoItem[];
  readonly usage: TokenUsage & { readonly steps: number };
  readonly model: string;
  readonly toolset: string;
  readonly toolCount: number;
  readonly turnStartedAt?: number;
  /** The newest ended calls with what they gave, for the key that opens one. */
  readonly openable: readonly CallCard[];
}

export const EMPTY_TRANSCRIPT: Transcript = {
  finished: [],
  live: [],
  todos: [],
  usage: { input: 0, output: 0, cached: 0, steps: 0 },
  model: "",
  toolset: "",
  toolCount: 0,
  openable: [],
};
