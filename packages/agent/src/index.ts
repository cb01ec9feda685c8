export type { AgentEvent, AgentEventBody } from "./events/agent-event.ts";
export type { AgentSession, SessionSettings, TurnEnd, TurnInput } from "./agent-session.ts";
export type { AgentConversationOptions, AgentParts, ConversationSource } from "./agent-parts.ts";
export { DEFAULT_AGENT_SETTINGS } from "./agent-settings.ts";
export type {
  AgentSettings,
  CompactionSettings,
  DelegationSettings,
  GuardrailSettings,
  Role,
} from "./agent-settings.ts";
export type { NoticeSource } from "./background/notice-source.ts";
export type { Worktree, Worktrees } from "./delegation/worktrees.ts";
export type { Goal, GoalChange } from "./judging/goal.ts";
export { openAgentSession } from "./open-agent-session.ts";
export type { AgentSessionOptions } from "./open-agent-session.ts";
export type { PromptFacts } from "./prompt/prompt-facts.ts";
export { exitCodeOf } from "./turn/exit-code.ts";
