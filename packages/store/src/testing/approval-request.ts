import type { ApprovalRequest } from "@wield/core";

/** A request that waits for a minute, to be varied. */
export function approvalRequest(id: string, more: Partial<ApprovalRequest> = {}): ApprovalRequest {
  const now = Date.now();
  return {
    id,
    callId: "call_1",
    rootId: "call_1",
    sessionId: "ses_1",
    workspace: "/w",
    caller: "agent",
    surface: "terminal",
    tool: "terminal",
    digest: "d1",
    input: { command: "ls" },
    rawInput: { command: "ls" },
    effects: [{ kind: "run", command: "ls" }],
    effectWords: ["runs ls"],
    reason: "mode prompt",
    createdAt: now,
    deadline: now + 60_000,
    ...more,
  };
}
