/** As the platform's own. */
export type Fetch = typeof globalThis.fetch;

/** Where a model is asked, and with what. */
export interface Endpoint {
  /** The provider's name, such as `anthropic`. */
  readonly provider: string;
  /** The model's name as the provider knows it. */
  readonly modelName: string;
  /** Without a slash at its end. */
  readonly baseUrl: string;
  /** Servers on this machine mostly take none. */
  readonly key?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: Fetch;
}
