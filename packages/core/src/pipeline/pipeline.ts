import type { Json } from "../contract/json.ts";
import { decodeInput } from "../decode/decode-input.ts";
import type { Guard } from "../policy/guard.ts";
import type { GuardsAnswer } from "../policy/run-guards.ts";
import type { ToolView } from "../contract/tool-definition.ts";
import { cleanText, oneLine } from "../text/clean.ts";
import { quote } from "../text/quote.ts";
import { createScrubber, type Scrubber, type Secret } from "../text/scrub.ts";
import { approve } from "./approve.ts";
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
import type { CallSteps, ReadyCall } from "./call-steps.ts";
import { clampMessage, neverBlank, showMasked } from "./message.ts";
import type { PipelineDeps } from "./deps.ts";
import { explanationOf } from "./explain.ts";
import { askGuards, denial, findEffects, ruleToOffer, tellDangers } from "./guard.ts";
import { createLockTable } from "./lock-table.ts";
import { digestOf } from "./make-request.ts";
import { prepare } from "./prepare.ts";
import { cancelledBeforeRun, unlessAborted } from "./cancel.ts";
import { callRecord, journalDecided, journalProposed, recordOutcome, tellPlanned } from "./record.ts";
import { resolveTool } from "./resolve.ts";
import { run } from "./run.ts";
import { shape } from "./shape.ts";
import { messageOf } from "../text/message-of.ts";

/** Makes the one function that runs tools. Everything a call needs of the host comes in `deps`. */
export function createPipeline(deps: PipelineDeps): Pipeline {
  const guards = createRegistrations<Guard>();
  const observers = createRegistrations<PipelineObserver>();
  const locks = createLockTable();
  const scrubberOf = cachedScrubber(deps.secrets);

  const end = (state: CallState, failure: StageFailure): CallOutcome => {
    state.stage = failure.stage;
    return record(state, failureOutcome(state, deps, failure));
  };
  const record = (state: CallState, outcome: CallOutcome): CallOutcome =>
    recordOutcome(state, deps, { outcome, observers: observers.list() });
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
        const ready = await planCall(state, deps, guards.list());
        tellPlanned(state, deps);
        return isStop(ready) ? { state, ended: end(state, ready) } : { state, ready };
      } catch (error) {
        return { state, ended: end(state, fault(state, deps, error)) };
      }
    },
    approve: async ({ state, ready }) => {
      if (ready === undefined || (ready.ask === undefined && state.request.isTakenUp !== true))
        return undefined;
      const { call, ask } = ready;
      call.stage = "approve";
      try {
        const refused = await approve(call, deps, ask);
        if (refused !== undefined) return end(state, refused);
        call.approvedDigest = digestOf(call, call.effects);
        return undefined;
      } catch (error) {
        return end(state, fault(state, deps, error));
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
          const ran = await run(call, deps);
          call.scrubber = scrubberOf();
          return record(state, await shape(call, deps, ran));
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
    explain: async (request, conversation) => {
      const state = openCall(request, conversation, { deps, scrubber: scrubberOf() });
      try {
        const judged = await judgeCall(state, deps, guards.list());
        if (isStop(judged)) return explanationOf(state, judged);
        return explanationOf(state, { ...judged, rule: await ruleToOffer(judged.call, judged.answer) });
      } catch (error) {
        return explanationOf(state, fault(state, deps, error));
      }
    },
    addGuard: guards.add,
    addObserver: observers.add,
  };
}

function openCall(
  given: CallRequest,
  conversation: Conversation,
  { deps, scrubber }: { readonly deps: PipelineDeps; readonly scrubber: Scrubber },
): CallState {
  const id = given.id ?? deps.ids.next("call_");
  // Providers have sent calls without a name.
  const request = typeof given.tool === "string" ? given : { ...given, tool: String(given.tool ?? "") };
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
    held: { entries: [] },
  };
}

/** The stages before anything happens, with the decision in the journal. */
async function planCall(
  state: CallState,
  deps: PipelineDeps,
  registered: readonly Guard[],
): Promise<ReadyCall | StageFailure> {
  const judged = await judgeCall(state, deps, registered);
  if (isStop(judged)) return judged;
  const { call, answer } = judged;
  journalDecided(call, deps, answer);
  const denied = denial(answer);
  if (denied !== undefined) return denied;
  if (answer.verdict === undefined) {
    tellDangers(call, deps);
    return { call };
  }
  const rule = await ruleToOffer(call, answer);
  return { call, ask: { reason: answer.verdict.reason, ...(rule === undefined ? {} : { rule }) } };
}

/** Resolve, decode and guard: what is decided about a call. Nothing is run and nothing is recorded. */
async function judgeCall(
  state: CallState,
  deps: PipelineDeps,
  registered: readonly Guard[],
): Promise<{ readonly call: DecodedCall; readonly answer: GuardsAnswer } | StageFailure> {
  const { request, conversation } = state;
  if (request.signal?.aborted === true) return cancelledBeforeRun(quote(request.tool), "resolve");
  const resolved = resolveTool(request.tool, conversation, deps.registry);
  if (isStop(resolved)) return resolved;
  state.tool = resolved.tool;
  if (resolved.note !== undefined) state.notes.push(resolved.note);

  state.stage = "decode";
  const decoded = decodeInput(resolved.tool, request, showMasked(state.scrubber));
  if (!decoded.ok)
    return stop("decode", "failed", {
      code: "invalid_arguments",
      message: decoded.message,
      hint: decoded.hint,
    });
  state.notes.push(...decoded.notes);
  const call: DecodedCall = Object.assign(state, { tool: resolved.tool, input: decoded.input });
  call.isAsItCame = decoded.isAsItCame;

  state.stage = "guard";
  const hasStoredOutputs = conversation.tools.active.has("read_output");
  const view = (): ToolView => viewOf(call, { platform: deps.platform, hasStoredOutputs });
  const effects = await findEffects(call, deps, view);
  if (isStop(effects)) return effects;
  call.effects = effects;
  const answer = await unlessAborted(request.signal, askGuards(call, deps, registered));
  if (answer === "aborted") return cancelledBeforeRun(call.tool.name, "guard");
  return { call, answer };
}

function failureOutcome(state: CallState, deps: PipelineDeps, failure: StageFailure): CallOutcome {
  const { scrubber } = state;
  const { code, message, hint, data } = failure.result;
  return {
    status: failure.status,
    call: callRecord(state, deps),
    code,
    message: clampMessage(neverBlank(cleanText(scrubber.text(message)), state.request.tool)),
    ...(hint === undefined ? {} : { hint: clampMessage(cleanText(scrubber.text(hint))) }),
    notes: state.notes.map((note) => oneLine(cleanText(scrubber.text(note)))),
    ...(data === undefined ? {} : { data: scrubber.json(data as Json) }),
    origins: [],
  };
}

function fault(state: CallState, deps: PipelineDeps, error: unknown): StageFailure {
  const why = error instanceof Error ? (error.stack ?? error.message) : String(error);
  deps.log("error", `a fault of Wield itself in ${state.id} (${state.stage}): ${why}`);
  return stop(state.stage, "failed", {
    code: "execution_error",
    message: `${quote(state.request.tool)} could not be carried out: ${messageOf(error)}`,
    hint: "this is a fault of Wield; take another way.",
  });
}

/** Secrets seldom change between calls; the patterns are made anew only when they do. */
function cachedScrubber(secrets: () => readonly Secret[]): () => Scrubber {
  let known: readonly Secret[] = [];
  let scrubber: Scrubber | undefined;
  return () => {
    const now = secrets();
    if (scrubber === undefined || !isSame(now, known)) {
      // A copy: the list may grow in place.
      known = now.map(({ name, value }) => ({ name, value }));
      scrubber = createScrubber(known);
    }
    return scrubber;
  };
}

function isSame(left: readonly Secret[], right: readonly Secret[]): boolean {
  return (
    left.length === right.length &&
    left.every(({ name, value }, index) => name === right[index]?.name && value === right[index]?.value)
  );
}

interface Registrations<Item> {
  /** The returned function takes back this registration and no other of the same item. */
  readonly add: (item: Item) => () => void;
  /** In the order they were added; the same list until one comes or goes. */
  readonly list: () => readonly Item[];
}

function createRegistrations<Item>(): Registrations<Item> {
  let entries: readonly { readonly item: Item }[] = [];
  let items: readonly Item[] = [];
  const set = (now: readonly { readonly item: Item }[]): void => {
    entries = now;
    items = now.map(({ item }) => item);
  };
  return {
    add: (item) => {
      const entry = { item };
      set([...entries, entry]);
      return () => set(entries.filter((other) => other !== entry));
    },
    list: () => items,
  };
}
