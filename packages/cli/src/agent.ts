export { createAgent } from "@wield/app";
export type { Agent, ApprovalQuestion, CreateAgentOptions } from "@wield/app";
export type { AgentEvent, AgentSession, TurnEnd, TurnInput } from "@wield/agent";
export { toAiSdkTools, toAnthropicTools, toOpenAiTools } from "@wield/core";
export type {
  ApprovalChoice,
  AssistantMessage,
  CallPart,
  FinishReason,
  ImagePart,
  Message,
  ModelAnswer,
  ModelEvent,
  ModelFacts,
  ModelFailure,
  ModelFailureKind,
  ModelPort,
  ModelRequest,
  Outcome,
  ReasoningPart,
  ResultMessage,
  ServiceProvider,
  TextPart,
  TokenUsage,
  ToolCard,
  ToolDefinition,
  UserMessage,
} from "@wield/core";
