export { openModel } from "./open-model.ts";
export type { OpenModelOptions } from "./open-model.ts";
export type { Environment, ProviderSettings, ProviderSettingsByName } from "./providers/provider-settings.ts";
