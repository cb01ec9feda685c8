export { createAgent } from "@wield/app";
export type { Agent, ApprovalQuestion, CreateAgentOptions } from "@wield/app";
export type { AgentEvent, AgentSession, TurnEnd, TurnInput } from "@wield/agent";
export { toAiSdkTools, toAnthropicTools, toOpenAiTools } from "@wield/core";
