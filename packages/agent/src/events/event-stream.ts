import { messageOf } from "@wield/core";
import type { Clock, Log } from "@wield/core";
import type { AgentEvent, AgentEventBody } from "./agent-event.ts";

export interface EventStream {
  emit(body: AgentEventBody): void;
  subscribe(listener: (event: AgentEvent) => void): () => void;
}

/** Numbers what happens and tells it to whoever listens. A listener that fails disturbs nobody. */
export function createEventStream(clock: Pick<Clock, "now">, log: Log): EventStream {
  const listeners = new Set<(event: AgentEvent) => void>();
  let seq = 0;
  return {
    emit: (body) => {
      seq += 1;
      const event: AgentEvent = { ...body, seq, at: clock.now() };
      for (const listener of listeners) {
        try {
          listener(event);
        } catch (error) {
          log("error", `a listener failed: ${messageOf(error)}`);
        }
      }
    },
    subscribe: (listener) => {
      // One function may listen twice.
      const own = (event: AgentEvent): void => listener(event);
      listeners.add(own);
      return () => void listeners.delete(own);
    },
  };
}
