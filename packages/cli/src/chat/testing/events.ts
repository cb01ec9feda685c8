import type { AgentEvent, AgentEventBody } from "@wield/agent";

/** Gives events their numbers and times, one every 10 ms. */
export function numbered(bodies: readonly AgentEventBody[], from = 1): readonly AgentEvent[] {
  return bodies.map((body, index) => ({ ...body, seq: from + index, at: 1000 + 10 * (from + index) }));
}

export const NO_USAGE = { input: 0, output: 0, cached: 0 };

export function call(id: string, tool = "read_file", input = { path: "a.txt" }): AgentEventBody {
  return { type: "tool_call", call_id: id, tool, input, effects: [] };
}

export function result(id: string, text = "done", tool = "read_file"): AgentEventBody {
  return { type: "tool_result", call_id: id, tool, status: "ok", text, notes: [], duration_ms: 12 };
}

export function done(answer = ""): AgentEventBody {
  return {
    type: "done",
    reason: "done",
    answer,
    usage: NO_USAGE,
    steps: 1,
    calls: 0,
    denied: 0,
    exit_code: 0,
  };
}
