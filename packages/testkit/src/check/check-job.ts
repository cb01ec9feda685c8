import type { CheckName, Severity } from "./finding.ts";

/** How far the check goes, and when it gives up. */
export interface CheckLimits {
  /** Generated inputs that go through decoding and guards only. */
  readonly decodeRuns: number;
  /** Generated inputs that go on to `run`. */
  readonly bodyRuns: number;
  /** The same seed gives the same inputs. */
  readonly seed: number;
  /** Time limit of a call, in place of the tool's own. */
  readonly runLimitMs: number;
  /** How long a call may outlive an abort or its limit. */
  readonly patienceMs: number;
  /** The process is killed when it says nothing for so long. */
  readonly hangMs: number;
  /** Heap of the process, in megabytes. */
  readonly memoryMb: number;
}

export const DEFAULT_CHECK_LIMITS: CheckLimits = Object.freeze({
  decodeRuns: 2000,
  bodyRuns: 200,
  seed: 1,
  runLimitMs: 5000,
  patienceMs: 2000,
  hangMs: 15_000,
  memoryMb: 512,
});

/** What the checking process is started with. */
export interface CheckJob {
  readonly file: string;
  /** Absolute path of a module that exports `loadTool(file)`. */
  readonly load: string;
  /** The only folder the process may write in. */
  readonly scratch: string;
  readonly limits: CheckLimits;
}

/** What the checking process says, one JSON text per line. */
export type ChildMessage =
  | { readonly type: "tool"; readonly name: string }
  /** What it is about to do: the last one tells where it hung or died. */
  | { readonly type: "at"; readonly check: CheckName; readonly what: string }
  | {
      readonly type: "remark";
      readonly check: CheckName;
      readonly severity: Severity;
      readonly message: string;
    }
  | { readonly type: "skipped"; readonly check: CheckName; readonly reason: string }
  | { readonly type: "done" };
