import type { ToolDefinition } from "../contract/tool-definition.ts";
import type { CallInfo } from "../contract/tool-definition.ts";
import type { Effect } from "../effects/effect.ts";
import type { FailedResult } from "../contract/result.ts";
import type { FilesScope } from "../ports/files-driver.ts";
import type { ActiveTools } from "../registry/active-tools.ts";

/** What a service may know of the call it was opened for, and how it reports what it did. */
export interface CallScope {
  readonly call: CallInfo;
  /** Number of the turn the call belongs to, when it belongs to one. */
  readonly turn?: number;
  readonly tool: ToolDefinition;
  readonly workspaceRoot: string;
  readonly tools: ActiveTools;
  readonly signal: AbortSignal;
  /** For the files service. */
  readonly files: FilesScope;
  /**
   * Stores the whole of an output that the result will only show parts of; the result's cut line then names it.
   * `shownCharacters` of it are in the result's text. Nothing when it could not be stored.
   */
  storeOutput(output: {
    readonly pieces: AsyncIterable<string> | Iterable<string>;
    readonly isPartial: boolean;
    readonly shownCharacters: number;
  }): Promise<{ readonly id: string; readonly characters: number } | undefined>;
  /** Says that text came from there, so that it is fenced. */
  cameFrom(origin: string): void;
  /** Ends the call as `policy_denied`, whatever the tool makes of it. Returns the failure to hand back. */
  refuse(message: string, hint?: string): FailedResult;
  /** What the call declared. A tool that declares nothing may do what it is allowed by other means only. */
  readonly effects: readonly Effect[];
  /** False for tools that only report: a service must refuse to change anything then. */
  readonly mayChange: boolean;
}
