import type { Json, JsonObject } from "../contract/json.ts";
import { fail, type FailExtras } from "../contract/result.ts";
import type { ToolDefinition, ToolView } from "../contract/tool-definition.ts";
import type { ResolvedEffect } from "../policy/guard.ts";
import type { CallStatus, JournalEntry, Stage } from "../ports/journal.ts";
import type { Scrubber } from "../text/scrub.ts";
import type { CallRequest, Conversation, StageFailure } from "./call.ts";

/** What is not in the journal yet of a call that changes nothing, and what stops the timer that will write it. */
interface HeldEntries {
  readonly entries: JournalEntry[];
  stopTimer?: () => void;
}

/** A call on its way through the stages. Each stage adds what it found out. */
export interface CallState {
  readonly id: string;
  readonly rootId: string;
  /** Monotonic, milliseconds. */
  readonly startedAt: number;
  /** Milliseconds since the epoch. */
  readonly proposedAt: number;
  readonly request: CallRequest;
  readonly conversation: Conversation;
  /** Made anew after the run: a call can register a secret itself. */
  scrubber: Scrubber;
  readonly notes: string[];
  stage: Stage;
  tool?: ToolDefinition;
  input?: JsonObject;
  effects: readonly ResolvedEffect[];
  /** The decoded input is what came: no conversion, no default. */
  isAsItCame: boolean;
  /** The digest people approved, when they were asked. */
  approvedDigest?: string;
  /** Where its commands would have run when it was judged. */
  commandFolder?: string;
  /** The whole of its output, stored while it ran; `missing` characters of it are not in the result. */
  stored?: {
    readonly id: string;
    readonly characters: number;
    readonly isPartial: boolean;
    readonly missing: number;
  };
  readonly changed: string[];
  readonly origins: Set<string>;
  readonly held: HeldEntries;
}

/** A call that was decoded: it has its tool and its input. */
export interface DecodedCall extends CallState {
  tool: ToolDefinition;
  input: JsonObject;
}

export function viewOf(
  state: CallState,
  facts: { readonly platform: string; readonly hasStoredOutputs: boolean },
): ToolView {
  const { conversation } = state;
  return Object.freeze({
    surface: conversation.surface,
    caller: conversation.caller,
    platform: facts.platform,
    activeTools: [...conversation.tools.active.keys()],
    workspaceName: conversation.workspaceName,
    hasStoredOutputs: facts.hasStoredOutputs,
    sessionId: conversation.sessionId,
  });
}

/** Ends a call at a stage. */
export function stop(
  stage: Stage,
  status: Exclude<CallStatus, "ok">,
  failure: { readonly code: string; readonly message: string } & FailExtras,
): StageFailure {
  const { code, message, ...extras } = failure;
  return { stage, status, result: fail(code, message, extras) };
}

export function isStop(answer: StageFailure | object | undefined): answer is StageFailure {
  return answer !== undefined && "stage" in answer && "result" in answer && "status" in answer;
}

export function scrubbedInput(state: CallState, input: Json): Json {
  return state.scrubber.json(input);
}
