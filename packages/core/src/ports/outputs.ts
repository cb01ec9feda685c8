/** Where text came from, when it came from outside: host names or MCP server names. */
export type Origins = readonly string[];

export interface StoredOutput {
  /** Locator, such as `out_7f3a`. */
  readonly id: string;
  readonly sessionId: string;
  readonly callId: string;
  readonly tool: string;
  /** Scrubbed and cleaned; at most 20 MB of UTF-8. */
  readonly text: string;
  /** True when the result was longer than what is kept. */
  readonly isPartial: boolean;
  readonly origins: Origins;
  readonly at: number;
}

export type OutputSummary = Omit<StoredOutput, "text"> & { readonly characters: number };

/** Whole results that were too long to show. */
export interface OutputStore {
  save(output: Omit<StoredOutput, "id">): Promise<{ readonly id: string }>;
  get(sessionId: string, id: string): Promise<StoredOutput | undefined>;
  list(sessionId: string): Promise<readonly OutputSummary[]>;
}
