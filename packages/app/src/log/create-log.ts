import { writeSync } from "node:fs";
import type { Log, LogLevel } from "@wield/core";

const ORDER: readonly LogLevel[] = ["debug", "info", "warn", "error"];

export interface LevelledLog {
  readonly log: Log;
  setLevel(level: LogLevel): void;
}

/** Passes on what is serious enough; by default to standard error, a line each. */
export function createLog(write: Log = writeToStandardError): LevelledLog {
  let least = ORDER.indexOf("warn");
  return {
    log: (level, message) => {
      if (ORDER.indexOf(level) >= least) write(level, message);
    },
    setLevel: (level) => {
      least = ORDER.indexOf(level);
    },
  };
}

function writeToStandardError(level: LogLevel, message: string): void {
  try {
    writeSync(2, `${level}: ${message}\n`);
  } catch {
    // Nobody reads standard error any more; there is no other place to say so.
  }
}
