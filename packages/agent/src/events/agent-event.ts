import type {
  ApprovalAnswer,
  ApprovalRequest,
  CallStatus,
  Effect,
  Json,
  StopReason,
  TodoItem,
  TokenUsage,
} from "@wield/core";

/** What the agent tells whoever watches: the machine output of a headless run, and what a chat shows. */
export type AgentEventBody =
  | {
      readonly type: "session";
      readonly session_id: string;
      readonly workspace: string;
      readonly model: string;
      readonly toolset: string;
      readonly tools: readonly string[];
    }
  | { readonly type: "turn"; readonly turn: number; readonly message_id: string; readonly text: string }
  | { readonly type: "text" | "reasoning"; readonly delta: string }
  | {
      readonly type: "tool_call";
      readonly call_id: string;
      readonly tool: string;
      /** Scrubbed. */
      readonly input: Json;
      readonly effects: readonly Effect[];
      readonly parent_id?: string;
    }
  | {
      readonly type: "tool_progress";
      readonly call_id: string;
      readonly message: string;
      readonly fraction?: number;
    }
  | {
      readonly type: "tool_result";
      readonly call_id: string;
      readonly tool: string;
      readonly status: CallStatus;
      readonly code?: string;
      readonly text: string;
      readonly notes: readonly string[];
      readonly data?: Json;
      readonly duration_ms: number;
      readonly output_ref?: string;
    }
  | {
      readonly type: "approval";
      readonly id: string;
      readonly request?: Omit<ApprovalRequest, "rawInput">;
      readonly answer?: ApprovalAnswer;
    }
  | { readonly type: "ask"; readonly id: string; readonly questions?: Json; readonly answer?: Json }
  | { readonly type: "todo"; readonly items: readonly TodoItem[] }
  | { readonly type: "steered"; readonly text: string }
  | { readonly type: "notice"; readonly level: "info" | "warn" | "error"; readonly text: string }
  | { readonly type: "usage"; readonly usage: TokenUsage; readonly steps: number }
  | { readonly type: "reset" }
  | { readonly type: "error"; readonly code: string; readonly message: string }
  | {
      readonly type: "done";
      readonly reason: StopReason;
      readonly answer: string;
      readonly usage: TokenUsage;
      readonly steps: number;
      readonly calls: number;
      readonly denied: number;
      readonly exit_code: number;
    };

/** `seq` rises by one; `at` is milliseconds since the epoch. Fields may be added; names stay. */
export type AgentEvent = AgentEventBody & { readonly seq: number; readonly at: number };
