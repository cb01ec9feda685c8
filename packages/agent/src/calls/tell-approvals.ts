import type { Asker } from "@wield/core";
import type { AgentEventBody } from "../events/agent-event.ts";

/** The same askers; what they are asked, and what is answered, is told as well, once for each request. */
export function tellApprovals(
  askers: readonly Asker[],
  emit: (body: AgentEventBody) => void,
): readonly Asker[] {
  const asked = new Set<string>();
  const closed = new Set<string>();
  return askers.map((asker) => ({
    surface: asker.surface,
    ask: async (request, signal) => {
      const { id } = request;
      if (!asked.has(id)) {
        asked.add(id);
        emit({ type: "approval", id, request });
      }
      const close = (): void => {
        if (closed.has(id)) return;
        closed.add(id);
        emit({ type: "approval", id });
      };
      signal.addEventListener("abort", close, { once: true });
      const answer = await asker.ask(request, signal);
      if (answer !== undefined && !closed.has(id)) {
        closed.add(id);
        emit({ type: "approval", id, answer });
      }
      return answer;
    },
  }));
}
