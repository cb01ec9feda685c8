import type { Outcome } from "../contract/result.ts";
import type { BackendFacts, FoundProcess } from "../ports/processes-driver.ts";
import { defineService } from "./service.ts";

/** A command line for the session's shell. It must be among the `run` effects that the call declared. */
export interface ShellCommand {
  readonly command: string;
  /** For this one command, as a model gives it; default: where the session's shell is. */
  readonly folder?: string;
  /** Told the newest lines while it runs. */
  readonly onOutput?: (newest: string) => void;
}

/** How a command of the session's shell ended. Each outcome is a field. */
export interface CommandEnd {
  /** `unfinished`: nothing ran, since a quote, a block or the like is open; `reason` names it. */
  readonly how: "exited" | "timed_out" | "cancelled" | "unfinished" | "lost";
  /** Nothing unless it exited. */
  readonly exitCode: number | null;
  /** The signal that ended it, such as `SIGSEGV`; `exitCode` is then 128 and its number. */
  readonly signal?: string;
  readonly reason?: string;
  /** Standard output and error as they came, decoded, without control sequences, redrawn lines in their last state. */
  readonly output: string;
  /** Bytes of output that are missing in the middle of `output`. */
  readonly missingBytes: number;
  /** True when all of it, or its first and last part, is stored; the result's cut line names it. */
  readonly isStored: boolean;
  readonly durationMs: number;
  /** Where it ran; absolute. */
  readonly folder: string;
  /** What it started and left behind. */
  readonly leftChildren: readonly FoundProcess[];
  /** Things to tell: a new shell, a folder that is gone, bytes that are no text. */
  readonly notes: readonly string[];
}

export type BackgroundStatus = "running" | "completed" | "failed" | "cancelled" | "timed_out";

/** What is known of a background command. */
export interface BackgroundProcess {
  /** Such as `proc_1f2e9a`. */
  readonly id: string;
  readonly status: BackgroundStatus;
  readonly command: string;
  /** Absolute. */
  readonly folder: string;
  readonly pid: number;
  readonly exitCode: number | null;
  /** The signal that ended it, such as `SIGKILL`. */
  readonly signal?: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly endedAt: number | null;
  /** How long it has run, or ran. */
  readonly durationMs: number;
}

/** A look at a background command: what is known of it, and a page of its output. */
export interface ProcessLook {
  readonly process: BackgroundProcess;
  readonly output: string;
  /** Byte of the log behind this page. */
  readonly nextOffset: number;
  /** Bytes that follow this page. */
  readonly moreBytes: number;
  /** True when older bytes are gone. */
  readonly isTruncated: boolean;
  readonly notes: readonly string[];
}

export interface LookOptions {
  /** Most bytes of one page. */
  readonly maxBytes: number;
}

/**
 * Programs and shells as one call may use them: made for that call, judged at each use. Background commands belong to
 * the session. Failures carry the codes of the tools `terminal` and `process` (`shell_failed`, `sandbox_unavailable`,
 * `backend_unavailable`, `no_such_directory`, `too_many_processes`, `unknown_process`, `not_running`, `past_end`,
 * `policy_denied`) and may be returned as the tool's own result.
 */
export interface Processes {
  readonly backend: BackendFacts;
  /**
   * Runs one command in the session's shell, after those before it. When the call's signal is aborted, everything the
   * command started is ended first.
   */
  run(command: ShellCommand): Promise<Outcome<CommandEnd>>;
  /** Starts a command in the background, with the folder and the variables of the session's shell. */
  start(command: ShellCommand & LookOptions & { readonly timeoutMs?: number }): Promise<Outcome<ProcessLook>>;
  /** The oldest first. */
  list(): readonly BackgroundProcess[];
  /** Output that no poll, wait or kill has given yet. */
  poll(id: string, options: LookOptions): Promise<Outcome<ProcessLook>>;
  /** Output from a byte on; gives it again each time. */
  log(id: string, options: LookOptions & { readonly offset: number }): Promise<Outcome<ProcessLook>>;
  /** Waits for the end, for a text in new output, or for the time to pass; then as `poll`. */
  wait(
    id: string,
    options: LookOptions & { readonly timeoutMs: number; readonly until?: string },
  ): Promise<Outcome<ProcessLook>>;
  /** Ends it and all it started; then as `poll`. On an ended one nothing happens. */
  kill(id: string, options: LookOptions): Promise<Outcome<ProcessLook & { readonly hadEnded: boolean }>>;
  /** Sends text to its input. Fails with `not_running` when it has ended. */
  write(
    id: string,
    input: { readonly text: string; readonly isEnd: boolean },
    options: LookOptions,
  ): Promise<Outcome<ProcessLook>>;
}

export const Processes = defineService<Processes>()("processes");
