import type { BackgroundProcess, ProcessLook } from "@wield/core";

/** What programs get of one process. What is not known yet is left out. */
export function factsData(process: BackgroundProcess) {
  return {
    process_id: process.id,
    status: process.status,
    command: process.command,
    cwd: process.folder,
    pid: process.pid,
    ...(process.exitCode === null ? {} : { exit_code: process.exitCode }),
    started_at: new Date(process.startedAt).toISOString(),
    ...(process.endedAt === null ? {} : { ended_at: new Date(process.endedAt).toISOString() }),
  };
}

export function processData(look: ProcessLook) {
  return {
    ...factsData(look.process),
    output: look.output,
    next_offset: look.nextOffset,
    truncated: look.isTruncated,
    has_more: look.moreBytes > 0,
  };
}
