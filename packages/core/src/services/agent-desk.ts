import { fail } from "../contract/result.ts";
import type { CallScope } from "../pipeline/call-scope.ts";
import { Agents } from "./agents.ts";
import type { ServiceProvider } from "./provider.ts";

/** Makes the sub-agents of one conversation available to one call of it. */
export type OpenAgents = (scope: CallScope) => Agents;

/** Brings the calls of each conversation to its sub-agents. */
export interface AgentDesk {
  readonly provider: ServiceProvider<Agents>;
  /** From now on this conversation has sub-agents. The returned function ends that. */
  attach(sessionId: string, open: OpenAgents): () => void;
}

const NOBODY = "sub-agents need a conversation with a model that may start them";

export function createAgentDesk(): AgentDesk {
  const attached = new Map<string, OpenAgents>();
  return {
    provider: {
      token: Agents,
      missing: ({ sessionId }) => (attached.has(sessionId) ? undefined : NOBODY),
      open: (scope) => attached.get(scope.call.sessionId)?.(scope) ?? noAgents(),
    },
    attach: (sessionId, open) => {
      attached.set(sessionId, open);
      return () => {
        if (attached.get(sessionId) === open) attached.delete(sessionId);
      };
    },
  };
}

/** For a call that was on its way when its conversation was closed. */
function noAgents(): Agents {
  const none = fail("agent_failed", NOBODY);
  return {
    maxTurns: 1,
    run: async () => none,
    start: async () => none,
    list: async () => [],
    get: async () => none,
    send: async () => none,
    stop: async () => none,
  };
}
