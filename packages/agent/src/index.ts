export type { AgentEvent, AgentEventBody } from "./events/agent-event.ts";
export type { AgentSession, TurnEnd, TurnInput } from "./agent-session.ts";
