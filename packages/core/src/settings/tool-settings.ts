import { DEFAULT_BLOCKED_COMMANDS } from "../policy/blocked-commands.data.ts";
import type { PermissionRule } from "../policy/permission-rule.ts";

export type ApprovalMode = "auto" | "prompt" | "deny";

/** The settings the pipeline reads, in the units it works with. */
export interface ToolSettings {
  /** The strictest mode that holds for this conversation. */
  readonly approvalMode: ApprovalMode;
  readonly rules: readonly PermissionRule[];
  /** Commands that no mode and no rule permits, written as in a rule. */
  readonly blockedCommands: readonly string[];
  readonly approvalTimeoutMs: number;
  /** General limit of a call. */
  readonly timeoutMs: number;
  /** By tool name; beats the tool's own `timeoutMs`. */
  readonly timeoutsMs: ReadonlyMap<string, number>;
  /** Characters of one result's text for the callers agent, subagent and mcp. */
  readonly maxOutputChars: number;
  readonly maxParallel: number;
  readonly fenceUntrusted: boolean;
  readonly isJournalStrict: boolean;
  readonly maxUndoBytes: number;
}

export const DEFAULT_TOOL_SETTINGS: ToolSettings = Object.freeze({
  approvalMode: "auto",
  rules: [],
  blockedCommands: DEFAULT_BLOCKED_COMMANDS,
  approvalTimeoutMs: 300_000,
  timeoutMs: 300_000,
  timeoutsMs: new Map(),
  maxOutputChars: 30_000,
  maxParallel: 4,
  fenceUntrusted: true,
  isJournalStrict: false,
  maxUndoBytes: 32 * 1024 * 1024,
});
