import type { Log, LogLevel } from "@wield/core";

export interface LogLine {
  readonly level: LogLevel;
  readonly message: string;
}

/** A log that keeps its lines. */
export interface MemoryLog {
  readonly log: Log;
  readonly lines: readonly LogLine[];
}

export function createMemoryLog(): MemoryLog {
  const lines: LogLine[] = [];
  return { lines, log: (level, message) => void lines.push({ level, message }) };
}
