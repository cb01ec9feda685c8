/** Time as the pipeline sees it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Milliseconds from an arbitrary start that never goes back. */
  monotonic(): number;
  /** Calls `done` once after `ms`; the returned function cancels it. A timer alone keeps no process alive. */
  timer(ms: number, done: () => void): () => void;
}

export type IdPrefix = "call_" | "apr_" | "out_" | "ses_" | "proc_" | "task_" | "mem_" | "msg_" | "ask_";

/** Makes unique, opaque ids. Those of one process rise when compared as text. */
export interface IdSource {
  next(prefix: IdPrefix): string;
}

export type LogLevel = "debug" | "info" | "warn" | "error";

export type Log = (level: LogLevel, message: string) => void;
