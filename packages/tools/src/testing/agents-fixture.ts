import { createAgentDesk, fail, value } from "@wield/core";
import type { AgentDesk, Agents, AgentTask, Delegation } from "@wield/core";

export const TASK: AgentTask = {
  id: "task_1f2e",
  status: "done",
  prompt: "compare the parsers",
  turns: 6,
  calls: 12,
  seconds: 41.27,
  usage: { input: 10, output: 2, cached: 0 },
  answer: "The parser in src/b is faster.",
  wasLimited: false,
  notes: [],
};

export interface AgentsFixture {
  readonly desk: AgentDesk;
  readonly delegations: readonly Delegation[];
}

/** Sub-agents that end as a test says, for the session of the bench. */
export function agentsThat(task: Partial<AgentTask>, more: Partial<Agents> = {}): AgentsFixture {
  const ended = { ...TASK, ...task };
  const delegations: Delegation[] = [];
  const desk = createAgentDesk();
  const find = (id: string) =>
    id === ended.id
      ? value(ended)
      : fail("unknown_task", `no task "${id}" in this session`, { hint: `there are: ${ended.id}.` });
  desk.attach("ses_test", () => ({
    maxTurns: 40,
    run: async (delegation) => {
      delegations.push(delegation);
      return value(ended);
    },
    start: async (delegation) => {
      delegations.push(delegation);
      return value({ ...ended, status: "running" });
    },
    list: async () => [ended],
    get: async (id) => find(id),
    send: async (id) => find(id),
    stop: async (id) => {
      const found = find(id);
      return found.ok ? value({ task: found.value, hadEnded: ended.status !== "running" }) : found;
    },
    ...more,
  }));
  return { desk, delegations };
}
