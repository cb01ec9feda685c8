import type { BackgroundProcess, ProcessLook } from "@wield/core";
import { quotedLine } from "./quoted-line.ts";

/** One line: what it is and how it does. */
export function renderFacts(process: BackgroundProcess): string {
  const took = `${Math.round(process.durationMs / 1000)} s`;
  const facts =
    process.endedAt === null
      ? `pid ${process.pid}, ${took}`
      : [endWords(process), took].filter((words) => words !== "").join(", ");
  return `${process.id} — ${process.status} (${facts}): ${quotedLine(process.command)}`;
}

/** The line, and the output of this look. */
export function renderLook(look: ProcessLook, more = ""): string {
  const output = look.output === "" ? "(no new output)" : look.output;
  const gap = more === "" || output.endsWith("\n") ? "" : "\n";
  return `${renderFacts(look.process)}\n\n${output}${gap}${more}`;
}

/** Such as `exit code 3`. */
function endWords({ exitCode, signal, status }: BackgroundProcess): string {
  if (status === "cancelled" || status === "timed_out") return "";
  if (signal !== undefined) return signal;
  return exitCode === null ? "exit code unknown" : `exit code ${exitCode}`;
}
