/** How soon a second Ctrl-C has to follow to leave. */
const LEAVE_WITHIN_MS = 2000;

export interface InterruptState {
  /** When the last Ctrl-C came that did not only clear a line; in milliseconds. */
  readonly pressedAt?: number;
}

export type InterruptAction = "clear" | "stop" | "warn" | "leave";

/**
 * What Ctrl-C does: it clears what is typed, stops what runs, and leaves when it comes a second time within two
 * seconds. Pure.
 */
export function interrupt(
  { pressedAt }: InterruptState,
  { now, isBusy, hasText }: { readonly now: number; readonly isBusy: boolean; readonly hasText: boolean },
): { readonly state: InterruptState; readonly action: InterruptAction } {
  if (pressedAt !== undefined && now - pressedAt <= LEAVE_WITHIN_MS) return { state: {}, action: "leave" };
  if (isBusy) return { state: { pressedAt: now }, action: "stop" };
  if (hasText) return { state: {}, action: "clear" };
  return { state: { pressedAt: now }, action: "warn" };
}
