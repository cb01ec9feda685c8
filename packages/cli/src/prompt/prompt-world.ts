import type { ConversationHandle, Runtime } from "@wield/app";
import type { Asker, Progress } from "@wield/core";
import type { Output } from "../terminal/output.ts";

/** What a line typed at the prompt is carried out with. */
export interface PromptWorld {
  readonly runtime: Runtime;
  readonly handle: ConversationHandle;
  /** Gets results. */
  readonly out: Output;
  /** Gets notes and failures; on a terminal the same as `out`. */
  readonly err: Output;
  readonly cwd: string;
  readonly version: string;
  /** Asks about an undo; nobody can be asked where it is missing. */
  readonly undoAsker?: Asker;
  readonly onProgress?: (progress: Progress) => void;
}

/** How one line ended. */
export interface LineEnd {
  /** As `wield call` would exit. */
  readonly code: number;
  /** The prompt is to be left. */
  readonly isOver?: boolean;
}
