import type { WireFormat } from "./provider-presets.data.ts";

/** What a person configured for one provider; whatever is absent comes from its preset. */
export interface ProviderSettings {
  readonly baseUrl?: string;
  /** The environment variable that holds the key. */
  readonly keyVariable?: string;
  /** The key itself; the environment goes before it. */
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** For a provider without a preset; `chat` when absent. */
  readonly format?: WireFormat;
}

/** By the provider's name. */
export type ProviderSettingsByName = Readonly<Record<string, ProviderSettings>>;

/** Variables of the process by name. */
export type Environment = Readonly<Record<string, string | undefined>>;
