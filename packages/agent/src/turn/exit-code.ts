import type { TurnEnd } from "../agent-session.ts";

/** What a headless run ends with. */
export function exitCodeOf({ reason, denied }: Pick<TurnEnd, "reason" | "denied">): number {
  switch (reason) {
    case "done":
      return denied > 0 ? 3 : 0;
    case "model_error":
    case "context_full":
    case "no_progress":
      return 1;
    case "tool_limit":
    case "repetition":
    case "step_limit":
    case "spend_limit":
      return 4;
    case "cancelled":
      return 130;
  }
}
