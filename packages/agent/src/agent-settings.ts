/** What the loop reads, in the units it works with. */
export interface AgentSettings {
  /** Model requests of one turn. */
  readonly maxSteps: number;
  /** Tokens in and out of one turn; absent: no limit. */
  readonly maxTurnTokens?: number;
  /** Ended background work starts a turn when the session is idle. */
  readonly wakesOnBackground: boolean;
  readonly verifies: boolean;
  readonly guardrails: GuardrailSettings;
  readonly compaction: CompactionSettings;
  readonly delegation: DelegationSettings;
}

export interface GuardrailSettings {
  readonly warnAfter: number;
  /** Calls of one turn. */
  readonly hardStopAfter: number;
  /** Equal results of one call before it is pointed out; twice as many end the turn. */
  readonly repeatLimit: number;
  /** How often open todos set the count of calls back. */
  readonly extensions: number;
  /** Tools that may repeat themselves. */
  readonly exempt: readonly string[];
}

export interface CompactionSettings {
  readonly isEnabled: boolean;
  /** Share of the context window, 0 to 1. */
  readonly threshold: number;
  readonly keepFirst: number;
  readonly keepLast: number;
  readonly minMessages: number;
}

export interface DelegationSettings {
  readonly isEnabled: boolean;
  readonly maxTurns: number;
  readonly maxDepth: number;
  readonly maxParallel: number;
  readonly roles: ReadonlyMap<string, Role>;
}

/** A part a sub-agent can be given. */
export interface Role {
  readonly description: string;
  readonly prompt: string;
  readonly toolset?: string;
  /** `provider/name`. */
  readonly model?: string;
}

export const DEFAULT_AGENT_SETTINGS: AgentSettings = Object.freeze({
  maxSteps: 200,
  wakesOnBackground: true,
  verifies: false,
  guardrails: { warnAfter: 24, hardStopAfter: 32, repeatLimit: 3, extensions: 0, exempt: [] },
  compaction: { isEnabled: true, threshold: 0.75, keepFirst: 2, keepLast: 6, minMessages: 8 },
  delegation: { isEnabled: true, maxTurns: 40, maxDepth: 1, maxParallel: 4, roles: new Map() },
});
