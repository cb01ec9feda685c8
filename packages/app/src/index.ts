export { createAgent } from "./agent/create-agent.ts";
export type { Agent, ApprovalQuestion, CreateAgentOptions } from "./agent/create-agent.ts";
export { openAgent } from "./agent/open-agent.ts";
export type { AgentOptions } from "./agent/open-agent.ts";
export type { AgentWiring } from "./agent/agent-wiring.ts";
export { openRuntime } from "./open-runtime.ts";
export type {
  ConversationHandle,
  ConversationOptions,
  ResolvedSettings,
  Runtime,
  RuntimeFlags,
  RuntimeOptions,
  SettingValue,
  StartNotice,
  WorkspaceTrustState,
} from "./runtime.ts";
export { SETTINGS } from "./config/app-settings.ts";
export { findPlaces } from "./config/places.ts";
export type { PlaceOptions, Places } from "./config/places.ts";
export type { FolderActs, WorkPlace } from "./processes/work-place.ts";
export { getSetting } from "./config/get-setting.ts";
export { replaceFile } from "./config/replace-file.ts";
export { putSetting, setSetting } from "./config/set-setting.ts";
export type { SetReceipt, SetRequest } from "./config/set-setting.ts";
export { listToolFiles } from "./tool-files/list-tool-files.ts";
export type { ToolFileCandidate } from "./tool-files/list-tool-files.ts";
export { loadToolFiles } from "./tool-files/load-tool-files.ts";
export type { LoadedToolFiles, ToolFolder } from "./tool-files/load-tool-files.ts";
export { toolFileIn } from "./tool-files/tool-file-in-stack.ts";
export type { McpServerSetting } from "./mcp/mcp-server-settings.ts";
export { claimServer } from "./server/claim-server.ts";
export type { ServerClaim } from "./server/claim-server.ts";
export { removeCaches } from "./mcp/server-caches.ts";
export { serverAskers, STORED_REQUEST } from "./server/server-askers.ts";
export { describeModels } from "./models/describe-models.ts";
export type { ModelsDescription } from "./models/describe-models.ts";
export type { ProviderSetting } from "./models/model-settings.ts";
export { openModelFromConfig } from "./models/open-model-from-config.ts";
export type { ModelSource } from "./models/open-model-from-config.ts";
export { readTextFile } from "./models/read-text-file.ts";
export { readStoredKeys, storeKey } from "./models/stored-keys.ts";
export type { ProviderKeys } from "./models/stored-keys.ts";
export { chosenProvider, modelsOf, tryModel, writeChoice } from "./models/setup-model.ts";
export type { ModelChoice, SetupWorld } from "./models/setup-model.ts";
