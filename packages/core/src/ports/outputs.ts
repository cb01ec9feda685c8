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

/** An output on its way into the store. */
export interface OutputWriter {
  /** Takes text that is scrubbed and cleaned. */
  append(text: string): Promise<void>;
  /** It is there from now on. */
  finish(): Promise<{ readonly id: string; readonly characters: number }>;
  /** Leaves nothing of it. */
  discard(): Promise<void>;
}

/** Whole results that were too long to show. */
export interface OutputStore {
  /** Stores piece by piece what is too much for one string. A store may not offer it. */
  open?(output: Omit<StoredOutput, "id" | "text">): Promise<OutputWriter>;
  save(output: Omit<StoredOutput, "id">): Promise<{ readonly id: string }>;
  get(sessionId: string, id: string): Promise<StoredOutput | undefined>;
  list(sessionId: string): Promise<readonly OutputSummary[]>;
}
