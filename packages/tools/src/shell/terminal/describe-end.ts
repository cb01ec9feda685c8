import type { CommandEnd } from "@wield/core";

export interface FailedEnd {
  readonly code: string;
  /** The sentence, and behind a blank line what the command wrote. */
  readonly message: string;
  readonly hint?: string;
}

/** What is said of a command that did not end with exit code 0. */
export function describeEnd(
  end: CommandEnd,
  { limitMs, command }: { readonly limitMs: number | undefined; readonly command: string },
): FailedEnd {
  const output = end.output.trim() === "" ? "(no output)" : end.output;
  const with_ = (sentence: string): string => `${sentence}\n\n${output}`;
  switch (end.how) {
    case "exited":
      return {
        code: "nonzero_exit",
        message: with_(
          end.signal === undefined
            ? `Exit code ${end.exitCode}`
            : `Ended by ${end.signal} (exit code ${end.exitCode})`,
        ),
      };
    case "timed_out":
      return {
        code: "timeout",
        message: with_(
          `timed out after ${seconds(limitMs ?? end.durationMs)} s; the command and everything it started were ended`,
        ),
        hint: "raise timeout, or start it with background.",
      };
    case "cancelled":
      return { code: "stopped", message: with_(`cancelled after ${seconds(end.durationMs)} s`) };
    case "unfinished":
      return {
        code: "unfinished_input",
        message: `the command is not complete: ${end.reason ?? "something is open"} (${command})`,
        hint: "send the whole command again; nothing of it was run.",
      };
    case "lost":
      return {
        code: "backend_unavailable",
        message: with_(
          `the connection was lost (${end.reason ?? "no reason is known"}); what became of the command is unknown`,
        ),
      };
  }
}

function seconds(ms: number): number {
  return ms < 1000 ? Math.round(ms / 100) / 10 : Math.round(ms / 1000);
}
