import type { Json, IntentEntry, OutcomeEntry, ProposedEntry } from "@wield/core";

/** A proposed entry of a call, to be varied. */
export function proposed(callId: string, more: Partial<ProposedEntry> = {}): ProposedEntry {
  const input: Json = { path: "a.txt" };
  return {
    v: 1,
    type: "proposed",
    callId,
    at: Date.now(),
    rootId: callId,
    caller: "test",
    surface: "terminal",
    sessionId: "ses_1",
    workspace: "/w",
    tool: "write_file",
    rawInput: input,
    ...more,
  };
}

export function intent(callId: string, more: Partial<IntentEntry> = {}): IntentEntry {
  return {
    v: 1,
    type: "intent",
    callId,
    at: Date.now(),
    tool: "write_file",
    sessionId: "ses_1",
    workspace: "/w",
    input: { path: "a.txt" },
    effects: [{ kind: "write", path: "a.txt" }],
    temporaryFiles: [],
    ...more,
  };
}

export function outcome(callId: string, more: Partial<OutcomeEntry> = {}): OutcomeEntry {
  return {
    v: 1,
    type: "outcome",
    callId,
    at: Date.now(),
    status: "ok",
    stage: "record",
    durationMs: 1.5,
    summary: "done",
    changed: ["a.txt"],
    ...more,
  };
}
