export { isJson, canonicalJson, isJsonObject } from "./contract/json.ts";
export type { Json, JsonObject } from "./contract/json.ts";
export { fail, isToolResult, ok, value } from "./contract/result.ts";
export type {
  FailedResult,
  FailExtras,
  ImageBlock,
  OkExtras,
  OkResult,
  Outcome,
  ToolResult,
} from "./contract/result.ts";
export type {
  CallInfo,
  Mutates,
  RunContext,
  SchemaSource,
  ToolDefinition,
  ToolExample,
  ToolSpec,
  ToolView,
} from "./contract/tool-definition.ts";
export { changesSomething, isOwnState, isPathEffect, isUnknowable } from "./effects/effect.ts";
export type { Effect, EffectKind, PathEffect } from "./effects/effect.ts";
export { describeEffect } from "./effects/describe-effect.ts";
export { PIPELINE_CODES, isPipelineCode } from "./failure-codes.ts";
export type { PipelineCode } from "./failure-codes.ts";
export type {
  CallExplanation,
  CallOutcome,
  CallRecord,
  CallRequest,
  Conversation,
  Asker,
  FailureOutcome,
  OkOutcome,
  Pipeline,
  PipelineObserver,
  Progress,
  SessionRules,
} from "./pipeline/call.ts";
export type { CallScope } from "./pipeline/call-scope.ts";
export type {
  Guard,
  GuardedCall,
  GuardVerdict,
  NamedEffect,
  ResolvedCommand,
  ResolvedEffect,
} from "./policy/guard.ts";
export { outsideWorkspace } from "./policy/outside-workspace.ts";
export type { PermissionRule, RuleMatch } from "./policy/permission-rule.ts";
export type {
  ApprovalAnswer,
  ApprovalChoice,
  ApprovalRequest,
  ApprovalStore,
  KnownRequest,
  SettleAttempt,
} from "./ports/approvals.ts";
export type {
  CommandParser,
  ParseShell,
  ShellAssignment,
  SimpleCommand,
  ShellRedirect,
  ShellScript,
  ShellWord,
  UnreadablePart,
  WordPiece,
} from "./ports/command-parser.ts";
export type { NamedHost, NamedPath, CommandPart, ParsedCommand } from "./effects/parsed-command.ts";
export { readCommand } from "./effects/read-command.ts";
export type { Clock, IdPrefix, IdSource, Log, LogLevel } from "./ports/clock.ts";
export type { FileAccess, FileBefore, FilesDriver, FilesScope, UndoReceipt } from "./ports/files-driver.ts";
export type {
  AnsweredEntry,
  AskedEntry,
  CallStatus,
  Caller,
  DecidedEntry,
  GuardAnswer,
  IntentEntry,
  Journal,
  JournalEntry,
  OutcomeEntry,
  ProposedEntry,
  Stage,
  Surface,
} from "./ports/journal.ts";
export type { Origins, OutputStore, OutputSummary, StoredOutput } from "./ports/outputs.ts";
export { isSameFile, recordFolder } from "./ports/paths.ts";
export type {
  Elsewhere,
  FileIdentity,
  PathResolver,
  PathZone,
  ResolvedPath,
  Workspace,
} from "./ports/paths.ts";
export type { SightingStore } from "./ports/sightings.ts";
export type { UndoChange, UndoRecord, UndoStore } from "./ports/undo.ts";
export type { RegisteredTool, Registry, ToolLayer, ToolSourceKind } from "./registry/registry.ts";
export { hiddenReason } from "./registry/availability.ts";
export type { Providers } from "./registry/availability.ts";
export { resolveToolset, unknownToolset } from "./registry/resolve-toolset.ts";
export type { ChosenToolset, ToolsetRequest } from "./registry/toolset-request.ts";
export { toolsetFaults, unknownToolNames } from "./registry/toolset-faults.ts";
export type { ToolsetFault } from "./registry/toolset-faults.ts";
export { isKnownToolset, knownToolsets } from "./registry/toolset-members.ts";
export { DEFAULT_TOOLSET_SETTINGS } from "./registry/toolset-settings.ts";
export type { OwnToolset, ToolsetSettings } from "./registry/toolset-settings.ts";
export type { ActiveTools, InactiveCause, InactiveTool, ToolsetFacts } from "./registry/active-tools.ts";
export type {
  ArraySchema,
  BooleanSchema,
  LenientBound,
  NumberSchema,
  ObjectSchema,
  ParameterSchema,
  StringSchema,
  ToolSchema,
} from "./schema/tool-schema.ts";
export { Catalog } from "./services/catalog.ts";
export type { CatalogEntry, CatalogToolset, ServerCatalog } from "./services/catalog.ts";
export { comparePaths } from "./path-pattern/path-order.ts";
export { parsePathPattern } from "./path-pattern/path-pattern.ts";
export type { PathProgress } from "./path-pattern/path-machine.ts";
export type { PathPattern, PathPatternRules } from "./path-pattern/path-pattern.ts";
export type { FileKind } from "./services/file-kind.ts";
export { SKIPPED_NAMES } from "./services/file-search.ts";
export type {
  ClosedCount,
  FileSearch,
  FoundFile,
  FoundLine,
  FoundMatch,
  LeftOut,
  SearchEnd,
  SearchOptions,
  WalkEnd,
  WalkEntry,
  WalkOptions,
  WalkStat,
  WalkStep,
} from "./services/file-search.ts";
export { DEFAULT_MAX_READ_BYTES, Files } from "./services/files.ts";
export type {
  ContentMark,
  FileEntry,
  FileRead,
  FileStat,
  LineRange,
  ReadOptions,
  Sighting,
  WriteOptions,
  WriteReceipt,
} from "./services/files.ts";
export { Outputs } from "./services/outputs.ts";
export { People } from "./services/people.ts";
export type { CardEnd, Question, QuestionAnswer, QuestionOption } from "./services/people.ts";
export type { ServiceProvider } from "./services/provider.ts";
export { answerFault } from "./services/question-answer.ts";
export { createQuestionDesk } from "./services/question-desk.ts";
export type { CardReply, QuestionCard, QuestionDesk, Questioner } from "./services/question-desk.ts";
export { defineService } from "./services/service.ts";
export type { ServicesOf, ServiceToken } from "./services/service.ts";
export { createAgentDesk } from "./services/agent-desk.ts";
export type { AgentDesk, OpenAgents } from "./services/agent-desk.ts";
export { Agents } from "./services/agents.ts";
export type { AgentTask, Delegation, TaskStatus } from "./services/agents.ts";
export { createTodoLists } from "./services/todo-lists.ts";
export type { TodoList, TodoLists } from "./services/todo-lists.ts";
export { Todos } from "./services/todos.ts";
export { UndoData } from "./services/undo-data.ts";
export { APPROVAL_MODES, isApprovalMode, strictestMode } from "./settings/approval-mode.ts";
export { CORE_SETTINGS } from "./settings/core-settings.ts";
export type { CoreSettingValues } from "./settings/core-settings.ts";
export { toolSettingsOf, toolsetSettingsOf } from "./settings/read-core-settings.ts";
export type { Setting, Settings, SettingValues, Zod } from "./settings/setting.ts";
export {
  adds,
  addsKeys,
  narrowsFolders,
  onlyStricter,
  personOnly,
  replaces,
} from "./settings/workspace-rule.ts";
export type { CombinedValue, UnusedPart, WorkspaceRule } from "./settings/workspace-rule.ts";
export { DEFAULT_TOOL_SETTINGS } from "./settings/tool-settings.ts";
export type { ApprovalMode, ToolSettings } from "./settings/tool-settings.ts";
export { decodeText, encodeText } from "./text/file-text.ts";
export type { DecodedText, DecodeOptions, TextEncoding, TextForm } from "./text/file-text.ts";
export { editDistance, nearestName, nearNames } from "./text/nearest.ts";
export { bounded } from "./contract/bounded.ts";
export { tokenPrice, toolCard } from "./contract/card.ts";
export type { ToolCard } from "./contract/card.ts";
export { defineTool } from "./contract/define-tool.ts";
export { isToolDefinition } from "./contract/tool-body.ts";
export { decodeInput } from "./decode/decode-input.ts";
export type { Decoded } from "./decode/decode-input.ts";
export type { PipelineDeps } from "./pipeline/deps.ts";
export { createPipeline } from "./pipeline/pipeline.ts";
export { describeRule } from "./policy/guards.ts";
export type { FloorPlaces } from "./ports/floor.ts";
export type { TemporaryEntry } from "./ports/journal.ts";
export { createRegistry } from "./registry/create-registry.ts";
export { cleanText, visibleText } from "./text/clean.ts";
export { fenceText } from "./text/fence.ts";
export { listNames, quote } from "./text/quote.ts";
export { renderOutcome } from "./text/render-outcome.ts";
export { cutPoint } from "./text/cut-point.ts";
export { messageOf } from "./text/message-of.ts";
export { createScrubber, KEY_MASK } from "./text/scrub.ts";
export type { Scrubber, Secret } from "./text/scrub.ts";
export type {
  AssistantMessage,
  CallPart,
  ImagePart,
  Message,
  ReasoningPart,
  ResultMessage,
  TextPart,
  UserMessage,
} from "./conversation/message.ts";
export type {
  FinishReason,
  ModelAnswer,
  ModelEvent,
  ModelFacts,
  ModelFailure,
  ModelFailureKind,
  ModelPort,
  ModelRequest,
  TokenUsage,
} from "./ports/model.ts";
export type {
  AppendOptions,
  NewSession,
  OpenSession,
  SessionEvent,
  SessionFilter,
  SessionStore,
  SessionSummary,
  StopReason,
  StoredSessionEvent,
  TodoItem,
} from "./ports/sessions.ts";
export { NotSavedError } from "./ports/not-saved-error.ts";
export { PROCESS_MARK } from "./ports/processes-driver.ts";
export type {
  BackendFacts,
  ByteSource,
  FoundProcess,
  ProcessesDriver,
  ProcessIdentity,
  ProcessMark,
  Program,
  ProgramEnd,
  ProgramSpec,
  SandboxFacts,
  ShellProgram,
  TreeEnd,
  TreeQuery,
} from "./ports/processes-driver.ts";
export { Processes } from "./services/processes.ts";
export type {
  BackgroundProcess,
  BackgroundStatus,
  CommandEnd,
  LookOptions,
  ProcessLook,
  ShellCommand,
} from "./services/processes.ts";
export { flattenRoot } from "./schema/foreign/flatten-root.ts";
export { inlineReferences } from "./schema/foreign/inline-references.ts";
export { isSchemaNode, propertySchemas, requiredNames, schemaList } from "./schema/foreign/schema-node.ts";
export { nameLetters } from "./contract/name-letters.ts";
export { defineForeignTool } from "./contract/define-foreign-tool.ts";
export type { ForeignToolSpec } from "./contract/define-foreign-tool.ts";
export type { ForeignSchema } from "./contract/foreign-schema.ts";
export { McpServers } from "./services/mcp-servers.ts";
export type {
  McpResource,
  McpResourceContent,
  McpResourceList,
  McpServerState,
  McpServerStatus,
  McpToolCall,
} from "./services/mcp-servers.ts";
export { matchesNamePattern } from "./registry/toolset-entry.ts";
export { callInput } from "./words/call-input.ts";
export type { InputOptions, InputSubject } from "./words/call-input.ts";
export { readCallLine } from "./words/read-call-line.ts";
export type { CallLine } from "./words/read-call-line.ts";
export { splitWords } from "./words/split-words.ts";
export { callsInText } from "./conversation/calls-in-text.ts";
export { toAiSdkTools } from "./interop/ai-sdk-tools.ts";
export type { AiSdkTool } from "./interop/ai-sdk-tools.ts";
export { toAnthropicTools } from "./interop/anthropic-tools.ts";
export type {
  AnthropicResultPart,
  AnthropicTool,
  AnthropicToolResult,
  AnthropicTools,
  AnthropicToolUse,
} from "./interop/anthropic-tools.ts";
export { toOpenAiTools } from "./interop/openai-tools.ts";
export type { OpenAiTool, OpenAiToolCall, OpenAiToolMessage, OpenAiTools } from "./interop/openai-tools.ts";
export type { ToolCaller } from "./interop/tool-caller.ts";
