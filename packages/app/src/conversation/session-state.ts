import type { ApprovalMode, PermissionRule, SessionRules } from "@wield/core";

/** What one session has set for itself. Ends with the process; nothing of it is saved. */
export interface SessionState {
  toolset?: string;
  approvalMode?: ApprovalMode;
  /** Shared by all handles of the session, its helpers included. */
  readonly rules: SessionRules;
}

export function createSessionStates(): (sessionId: string) => SessionState {
  const states = new Map<string, SessionState>();
  return (sessionId) => {
    const known = states.get(sessionId);
    if (known !== undefined) return known;
    const state: SessionState = { rules: createSessionRules() };
    states.set(sessionId, state);
    return state;
  };
}

function createSessionRules(): SessionRules {
  let rules: readonly PermissionRule[] = [];
  return {
    list: () => rules,
    add: (rule) => {
      rules = [...rules, rule];
    },
  };
}
