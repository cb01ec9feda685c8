import { decodeInput } from "../decode/decode-input.ts";
import type { Json } from "../contract/json.ts";
import type { Guard } from "../policy/guard.ts";
import type { GuardVerdict } from "../policy/guard.ts";
import { createScrubber, type Scrubber, type Secret } from "../text/scrub.ts";
import { approve, digestOf, isAskFailed } from "./approve.ts";
import { runBatch } from "./batch.ts";
import type {
  CallOutcome,
  CallRequest,
  Conversation,
  Pipeline,
  PipelineObserver,
  StageFailure,
} from "./call.ts";
import { isStop, stop, viewOf, type CallState, type DecodedCall } from "./call-state.ts";
import type { PipelineDeps } from "./deps.ts";
import { askGuards, denial, findEffects } from "./guard.ts";
import { createLockTable } from "./lock-table.ts";
import { prepare } from "./prepare.ts";
import { callRecord, journalDecided, journalProposed, recordOutcome } from "./record.ts";
import { resolveTool } from "./resolve.ts";
import { run } from "./run.ts";
import { shape } from "./shape.ts";

/** A call that passed its guards, or the outcome that ended it before. */
export interface PlannedCall {
  readonly state: CallState;
  readonly ready?: { readonly call: DecodedCall; readonly ask?: GuardVerdict };
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

/** Makes the one function that runs tools. Everything a call needs of the host comes in `deps`. */
export function createPipeline(deps: PipelineDeps): Pipeline {
  const guards = new Set<Guard>();
  const observers = new Set<PipelineObserver>();
  const locks = createLockTable();
  const scrubberOf = cachedScrubber(deps.secrets);

  const end = (state: CallState, failure: StageFailure): CallOutcome => {
    state.stage = failure.stage;
    return record(state, failureOutcome(state, deps, failure));
  };
  const record = (state: CallState, outcome: CallOutcome): CallOutcome =>
    recordOutcome(state, deps, { outcome, observers });
  /** A fault of the pipeline itself still gives its call one result. */
  const guarded = async (state: CallState, step: () => Promise<CallOutcome>): Promise<CallOutcome> => {
    try {
      return await step();
    } catch (error) {
      return end(state, fault(state, deps, error));
    }
  };

  const steps: CallSteps = {
    plan: async (request, conversation) => {
      const state = openCall(request, conversation, { deps, scrubber: scrubberOf() });
      try {
        journalProposed(state, deps);
        const ready = await planCall(state, deps, [...guards]);
        return isStop(ready) ? { state, ended: end(state, ready) } : { state, ready };
      } catch (error) {
        return { state, ended: end(state, fault(state, deps, error)) };
      }
    },
    approve: async ({ state, ready }) => {
      if (ready?.ask === undefined) return undefined;
      const { call, ask } = ready;
      call.stage = "approve";
      try {
        const refused = await approve(call, deps, ask.reason);
        if (refused !== undefined) return end(state, refused);
        call.approvedDigest = digestOf(call, call.effects);
        return undefined;
      } catch (error) {
        return end(
          state,
          isAskFailed(error) ? nobodyAnswers(call, error.message) : fault(state, deps, error),
        );
      }
    },
    execute: ({ state, ready }) =>
      guarded(state, async () => {
        if (ready === undefined) throw new TypeError("a call that ended cannot be executed");
        const { call } = ready;
        call.stage = "prepare";
        const release = await prepare(call, deps, locks);
        if (typeof release !== "function") return end(state, release);
        try {
          call.stage = "run";
          return record(state, await shape(call, deps, await run(call, deps)));
        } finally {
          release();
        }
      }),
    drop: ({ state }, failure) => end(state, failure),
  };

  return {
    call: async (request, conversation) => {
      const planned = await steps.plan(request, conversation);
      return planned.ended ?? (await steps.approve(planned)) ?? (await steps.execute(planned));
    },
    batch: (requests, conversation) => runBatch(requests, conversation, steps),
    addGuard: (guard) => addTo(guards, guard),
    addObserver: (observer) => addTo(observers, observer),
  };
}

function openCall(
  request: CallRequest,
  conversation: Conversation,
  { deps, scrubber }: { readonly deps: PipelineDeps; readonly scrubber: Scrubber },
): CallState {
  const id = deps.ids.next("call_");
  return {
    id,
    rootId: conversation.parent?.rootId ?? id,
    startedAt: deps.clock.monotonic(),
    proposedAt: deps.clock.now(),
    request,
    conversation,
    scrubber,
    notes: [],
    stage: "resolve",
    effects: [],
    isAsItCame: false,
    changed: [],
    origins: new Set(),
  };
}

/** The stages before anything happens: resolve, decode, guard. */
async function planCall(
  state: CallState,
  deps: PipelineDeps,
  registered: readonly Guard[],
): Promise<{ readonly call: DecodedCall; readonly ask?: GuardVerdict } | StageFailure> {
  const { request, conversation } = state;
  if (request.signal?.aborted === true)
    return stop("resolve", "cancelled", {
      code: "cancelled",
      message: `${request.tool} was cancelled before it ran`,
    });
  const resolved = resolveTool(request.tool, conversation, deps.registry);
  if (isStop(resolved)) return resolved;
  state.tool = resolved.tool;
  if (resolved.note !== undefined) state.notes.push(resolved.note);

  state.stage = "decode";
  const decoded = decodeInput(resolved.tool, request);
  if (!decoded.ok)
    return stop("decode", "failed", {
      code: "invalid_arguments",
      message: decoded.message,
      hint: decoded.hint,
    });
  state.notes.push(...decoded.notes);
  const call: DecodedCall = Object.assign(state, { tool: resolved.tool, input: decoded.input });
  call.isAsItCame =
    decoded.notes.length === 0 && Object.keys(decoded.input).length === Object.keys(decoded.raw).length;

  state.stage = "guard";
  const hasStoredOutputs = conversation.tools.active.has("read_output");
  const effects = await findEffects(call, deps, viewOf(call, { platform: deps.platform, hasStoredOutputs }));
  if (isStop(effects)) return effects;
  call.effects = effects;
  const answer = await askGuards(call, deps, registered);
  journalDecided(call, deps, answer);
  const denied = denial(answer);
  if (denied !== undefined) return denied;
  return { call, ...(answer.verdict === undefined ? {} : { ask: answer.verdict }) };
}

function failureOutcome(state: CallState, deps: PipelineDeps, failure: StageFailure): CallOutcome {
  const { scrubber } = state;
  const { code, message, hint, data } = failure.result;
  return {
    status: failure.status,
    call: callRecord(state, deps),
    code,
    message: scrubber.text(message).toWellFormed(),
    ...(hint === undefined ? {} : { hint: scrubber.text(hint).toWellFormed() }),
    notes: state.notes.map((note) => scrubber.text(note)),
    ...(data === undefined ? {} : { data: scrubber.json(data as Json) }),
    origins: [],
  };
}

function fault(state: CallState, deps: PipelineDeps, error: unknown): StageFailure {
  const why = error instanceof Error ? (error.stack ?? error.message) : String(error);
  deps.log("error", `a fault of Wield itself in ${state.id} (${state.stage}): ${why}`);
  return stop(state.stage, "failed", {
    code: "execution_error",
    message: `${state.request.tool} could not be carried out: ${error instanceof Error ? error.message : String(error)}`,
    hint: "this is a fault of Wield; take another way.",
  });
}

function nobodyAnswers(call: DecodedCall, why: string): StageFailure {
  return stop("approve", "denied", {
    code: "approval_unavailable",
    message: `${call.tool.name} needs an answer, and asking for it failed: ${why}`,
    hint: "do not repeat the call; a person has to look.",
  });
}

/** Secrets seldom change between calls; the patterns are made anew only when they do. */
function cachedScrubber(secrets: () => readonly Secret[]): () => Scrubber {
  let key: readonly Secret[] | undefined;
  let scrubber: Scrubber | undefined;
  return () => {
    const now = secrets();
    if (scrubber === undefined || key !== now) {
      key = now;
      scrubber = createScrubber(now);
    }
    return scrubber;
  };
}

function addTo<Item>(set: Set<Item>, item: Item): () => void {
  set.add(item);
  return () => {
    set.delete(item);
  };
}
