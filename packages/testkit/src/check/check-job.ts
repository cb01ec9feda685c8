import type { ContractPrint } from "./contract-print.ts";
import type { CheckName, InputUse, Severity } from "./finding.ts";

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

/** As many generated inputs as a tool is proven with before it ships. */
export const THOROUGH_CHECK_LIMITS: CheckLimits = Object.freeze({
  ...DEFAULT_CHECK_LIMITS,
  decodeRuns: 100_000,
  bodyRuns: 2000,
});

/** What the checking process is told, as one line on its standard input. */
export interface CheckJob {
  /** Stands in every message, so that what the tool writes to the same pipe is told from them. */
  readonly token: string;
  /** `load`: only what the file defines, with a clock that is a year off. `live`: connections are let through. */
  readonly mode: "check" | "live" | "load";
  readonly file: string;
  /** Absolute path of a module that exports `loadTool(file)`. */
  readonly load: string;
  /** The only folder the process may write in. */
  readonly scratch: string;
  /** Services of the host may start the programs they are made of. The tool may not. */
  readonly startsPrograms: boolean;
  readonly limits: CheckLimits;
}

/** A call that would reach out of this machine. */
export interface LiveCall {
  /** `example 1`, `input 2`. */
  readonly label: string;
  /** As JSON. */
  readonly input: string;
  /** What is done with it: run, aborted, run with a short limit. */
  readonly times: number;
}

/** What the checking process says, one JSON text per line. */
export type ChildMessage =
  | { readonly type: "tool"; readonly name: string; readonly contract: ContractPrint }
  /** What it is about to do: the last one tells where it hung or died. */
  | { readonly type: "at"; readonly check: CheckName; readonly what: string; readonly use?: InputUse }
  | {
      readonly type: "remark";
      readonly check: CheckName;
      readonly severity: Severity;
      readonly message: string;
    }
  | { readonly type: "skipped"; readonly check: CheckName; readonly reason: string }
  /** It waits until `true` or `false` is written to its standard input, as a line. */
  | { readonly type: "may_connect"; readonly calls: readonly LiveCall[] }
  | { readonly type: "done" };
