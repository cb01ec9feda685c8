/** How a server is reached. */
export type ServerReach =
  | {
      readonly kind: "stdio";
      readonly argv: readonly [program: string, ...args: string[]];
      /** Absolute. */
      readonly folder: string;
      /** The whole environment. */
      readonly env: Readonly<Record<string, string>>;
    }
  | { readonly kind: "http"; readonly url: URL; readonly headers: Readonly<Record<string, string>> };

/** One configured server, with everything looked up. */
export interface ServerEntry {
  readonly name: string;
  /** Why it is not started: a variable that is not set, a type that is not known. */
  readonly fault?: string;
  readonly isEnabled: boolean;
  readonly reach: ServerReach;
  /** Toolsets its tools join besides `all`. */
  readonly toolsets: readonly string[];
  /** Patterns with `*` over the server's own tool names; nothing means all. */
  readonly include?: readonly string[];
  readonly exclude: readonly string[];
  /** Limit of one call; default: that of every tool. */
  readonly timeoutMs?: number;
  /** Whether its hint that a tool only reads is believed. */
  readonly trustsHints: boolean;
  readonly offersResources: boolean;
  /** Whether a program is kept from changing more than commands may. */
  readonly isSandboxed: boolean;
  /** Whether each conversation has a server of its own. */
  readonly isPerSession: boolean;
}
