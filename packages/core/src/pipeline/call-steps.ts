import type { PermissionRule } from "../policy/permission-rule.ts";
import type { CallOutcome, CallRequest, Conversation, StageFailure } from "./call.ts";
import type { CallState, DecodedCall } from "./call-state.ts";

/** A call that may run once people have said yes. */
export interface ReadyCall {
  readonly call: DecodedCall;
  /** What people are asked, and the rule that their answer may add. */
  readonly ask?: { readonly reason: string; readonly rule?: PermissionRule };
}

/** A call that passed its guards, or the outcome that ended it before. */
export interface PlannedCall {
  readonly state: CallState;
  readonly ready?: ReadyCall;
  readonly ended?: CallOutcome;
}

/** The steps a batch arranges: every call takes all of them, in this order. */
export interface CallSteps {
  plan(request: CallRequest, conversation: Conversation): Promise<PlannedCall>;
  /** Asks people when a guard wants that; the outcome when the call ends there. */
  approve(planned: PlannedCall): Promise<CallOutcome | undefined>;
  execute(planned: PlannedCall): Promise<CallOutcome>;
  /** Ends a planned call that is not run. */
  drop(planned: PlannedCall, failure: StageFailure): CallOutcome;
}
