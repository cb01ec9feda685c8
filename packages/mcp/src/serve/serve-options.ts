import type { Readable, Writable } from "node:stream";
import type { Asker, Clock, Conversation, IdSource, Log, Outcome, OutputStore, Pipeline } from "@wield/core";

/** What the server needs of a wired runtime. One runtime works in one workspace. */
export interface McpRuntime {
  readonly pipeline: Pipeline;
  /** Effective settings by dotted name; read are `mcp.approvals` and `mcp.structured`. */
  readonly settings: { readonly all: readonly { readonly name: string; readonly value: unknown }[] };
  conversation(options: {
    readonly sessionId: string;
    readonly caller: "mcp";
    readonly surface: "mcp";
    readonly askers?: readonly Asker[];
  }): { snapshot(): Conversation };
  /** Other people's servers, which offer more or less at any moment. Gives back what ends the telling. */
  readonly mcp?: { onToolsChanged(listener: () => void): () => void };
  /** Where results that were cut are kept; without it none are offered as resources. */
  readonly store?: { readonly outputs: Pick<OutputStore, "list"> };
  close(): Promise<void>;
}

export interface ServeStdioOptions {
  /** Opens a runtime that works in this folder (absolute). A failure is told to the client, and tried again. */
  readonly open: (workspace: string) => Promise<Outcome<McpRuntime>>;
  /** Folder of `--workspace` or `WIELD_WORKSPACE`: it wins over the folders a client offers. */
  readonly workspace?: string;
  /** The folder the command was started in; the workspace when nothing else names one. */
  readonly cwd: string;
  /** The path with links resolved, as far as it exists. */
  readonly realPath: (path: string) => Promise<string>;
  /** Of Wield, as the client is told. */
  readonly version: string;
  readonly stdin: Readable;
  /** Belongs to the protocol until the end: what other code writes to it goes to `stderr`. */
  readonly stdout: Writable;
  readonly stderr: Writable;
  readonly log: Log;
  readonly clock: Clock;
  readonly ids: IdSource;
  /** Ends the session, as a signal to the process asks for. */
  readonly signal?: AbortSignal;
  /** True once the process that started this one is gone. Asked every second: its pipe may outlive it. */
  readonly isOrphaned?: () => boolean;
}
