import type { FileBefore } from "./files-driver.ts";

export interface UndoRecord {
  readonly callId: string;
  readonly sessionId: string;
  readonly workspace: string;
  /** Where the files are, when that is not this machine (`Elsewhere.name`). */
  readonly place?: string;
  readonly tool: string;
  readonly at: number;
  /** Changes of the call, in the order they were made. Content is read on demand. */
  readonly changes: readonly UndoChange[];
  /** Id of the call that took this one back, when one did. */
  readonly undoneBy?: string;
}

export interface UndoChange extends Omit<FileBefore, "content"> {
  readonly index: number;
  readonly existed: boolean;
}

/** What is needed to take changes back. */
export interface UndoStore {
  /** Saved and synced when this resolves; rejects when it could not be. */
  save(
    call: {
      readonly callId: string;
      readonly sessionId: string;
      readonly workspace: string;
      readonly place?: string;
      readonly tool: string;
      readonly at: number;
    },
    before: FileBefore,
  ): Promise<void>;
  /** Newest first, of one workspace, whatever the session. */
  list(
    workspace: string,
    options?: { readonly sessionId?: string; readonly limit?: number },
  ): Promise<readonly UndoRecord[]>;
  get(workspace: string, callId: string): Promise<UndoRecord | undefined>;
  /** The previous bytes of one change; `undefined` when the file did not exist or only its length was kept. */
  content(workspace: string, callId: string, index: number): Promise<Uint8Array | undefined>;
  markUndone(workspace: string, callId: string, undoneBy: string): Promise<void>;
}
