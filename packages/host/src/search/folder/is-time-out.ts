/** Whether a call was ended by its time limit, and not by whoever made it: what was found then still counts. */
export function isTimeOut(signal: AbortSignal): boolean {
  return signal.reason instanceof Error && signal.reason.name === "TimeoutError";
}
