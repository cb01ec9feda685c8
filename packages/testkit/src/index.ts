export { createTestBench } from "./bench/create-test-bench.ts";
export type { BenchCaller, BenchCallOptions, TestBench, TestBenchOptions } from "./bench/test-bench.ts";
export { makeWorkspaceFolder } from "./bench/workspace-folder.ts";
export type { FolderContent, WorkspaceFolder } from "./bench/workspace-folder.ts";
export { requestFaults } from "./model/request-faults.ts";
export { scriptedProvider } from "./model/provider/scripted-provider.ts";
export type { ScriptedProvider, ScriptedProviderOptions } from "./model/provider/scripted-provider.ts";
export type {
  ProviderBytes,
  ProviderCall,
  ProviderRefusal,
  ProviderReply,
  ProviderRequest,
  ProviderSource,
  ProviderStep,
} from "./model/provider/provider-step.ts";
export { scriptedModel } from "./model/scripted-model.ts";
export type { ScriptedModel, ScriptedModelOptions } from "./model/scripted-model.ts";
export type {
  ScriptedAnswer,
  ScriptedCall,
  ScriptedEnd,
  ScriptedSource,
  ScriptedStep,
} from "./model/scripted-step.ts";
export { createCountingIds } from "./ports/counting-ids.ts";
export { createManualClock } from "./ports/manual-clock.ts";
export type { ManualClock } from "./ports/manual-clock.ts";
export { createMemoryApprovals } from "./ports/memory-approvals.ts";
export type { MemoryApprovals } from "./ports/memory-approvals.ts";
export { createMemoryJournal } from "./ports/memory-journal.ts";
export type { MemoryJournal } from "./ports/memory-journal.ts";
export { createMemoryLog } from "./ports/memory-log.ts";
export type { LogLine, MemoryLog } from "./ports/memory-log.ts";
export { createMemoryOutputs } from "./ports/memory-outputs.ts";
export type { MemoryOutputs } from "./ports/memory-outputs.ts";
export { createMemorySessions } from "./ports/memory-sessions.ts";
export { createMemorySightings } from "./ports/memory-sightings.ts";
export { createMemoryUndo } from "./ports/memory-undo.ts";
export type { MemoryUndo } from "./ports/memory-undo.ts";
export { checkDefinition, checkTool, probeTool } from "./check/check-tool.ts";
export type { ToolFile, ToolFileCheck, ToolProbe } from "./check/check-tool.ts";
export { DEFAULT_CHECK_LIMITS, THOROUGH_CHECK_LIMITS } from "./check/check-job.ts";
export type { CheckLimits, LiveCall } from "./check/check-job.ts";
export type { FixtureService, ServiceChange } from "./check/fixture-service.ts";
export type { AskToConnect } from "./check/follow-child.ts";
export { UNFILLED } from "./check/unfilled.ts";
export { CHECKS, isPassed, toLines, toShortLine } from "./check/finding.ts";
export type { CheckName, Finding, InputUse, Severity, ToolReport } from "./check/finding.ts";
export { reportJson, summarise } from "./check/summary.ts";
export type { ReportJson } from "./check/summary.ts";
export { describeFixture, FIXTURE_FILES } from "./check/fixture-files.data.ts";
export { providerMisses } from "./check/provider-rules.ts";
export type { ProviderMiss, RawSchema } from "./check/provider-rules.ts";
export { crashPoints } from "./crash/crash-points.ts";
export type { CrashPoints } from "./crash/crash-points.ts";
export { randomInstants } from "./crash/random-instants.ts";
export { runUntilKilled } from "./crash/run-until-killed.ts";
export type { CrashOutcome, CrashRun, KillInstant } from "./crash/run-until-killed.ts";
export { stopAroundFiles } from "./crash/stopping-files-driver.ts";
export { stopAroundJournal } from "./crash/stopping-journal.ts";
export { stopAroundSession } from "./crash/stopping-session.ts";
export { arbitraryInput } from "./inputs/arbitrary-input.ts";
export type { GeneratedInput, InputKind } from "./inputs/arbitrary-input.ts";
export { standInSsh } from "./ssh/stand-in-ssh.ts";
export type { StandInSsh } from "./ssh/stand-in-ssh.ts";
export { sessionStoreSuite } from "./suites/session-store-suite.ts";
export type { SuiteRunner } from "./suites/session-store-suite.ts";
export { compareSnapshots, takeSnapshot } from "./watch/tree-snapshot.ts";
export type { TreeChange, TreeSnapshot } from "./watch/tree-snapshot.ts";
export { watchFilesDriver } from "./watch/watching-files-driver.ts";
export type { RequestedChange, WatchingFilesDriver } from "./watch/watching-files-driver.ts";
