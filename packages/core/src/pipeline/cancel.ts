import type { Stage } from "../ports/journal.ts";
import type { StageFailure } from "./call.ts";
import { stop } from "./call-state.ts";

/** What the work gives, or `aborted` as soon as the signal is. The work itself goes on. */
export async function unlessAborted<Result>(
  signal: AbortSignal | undefined,
  work: Promise<Result>,
): Promise<Result | "aborted"> {
  if (signal === undefined) return work;
  if (signal.aborted) {
    // Nobody waits for it any more.
    work.catch(() => undefined);
    return "aborted";
  }
  let stopListening = (): void => undefined;
  const aborted = new Promise<"aborted">((resolve) => {
    const onAbort = (): void => resolve("aborted");
    signal.addEventListener("abort", onAbort, { once: true });
    stopListening = () => signal.removeEventListener("abort", onAbort);
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    stopListening();
  }
}

/** The end of a call that is cancelled while nothing of it has happened. */
export function cancelledBeforeRun(tool: string, stage: Stage): StageFailure {
  return stop(stage, "cancelled", { code: "cancelled", message: `${tool} was cancelled before it ran` });
}
