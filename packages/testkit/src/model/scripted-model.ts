import type { FinishReason, ModelAnswer, ModelEvent, ModelFacts, ModelPort, ModelRequest } from "@wield/core";
import { requestFaults } from "./request-faults.ts";
import {
  deltasOf,
  rawInputOf,
  type ScriptedAnswer,
  type ScriptedSource,
  type ScriptedStep,
} from "./scripted-step.ts";

export interface ScriptedModel extends ModelPort {
  /** Every request that came, in order. */
  readonly requests: readonly ModelRequest[];
  /** What a strict provider would have refused, each with the number of its request. */
  readonly faults: readonly string[];
  /** Throws unless every step was asked for and every request was one that a strict provider takes. */
  assertDone(): void;
}

export interface ScriptedModelOptions {
  readonly facts?: Partial<ModelFacts>;
  /** True: a request that a strict provider would refuse is recorded and answered all the same. */
  readonly isLenient?: boolean;
  /** True: requests are not checked at all, for measuring. */
  readonly isUnchecked?: boolean;
  /** Answers the requests after the last step; without it they throw. */
  readonly afterwards?: ScriptedSource;
}

const FACTS: ModelFacts = {
  id: "scripted/model",
  provider: "scripted",
  contextWindow: 200_000,
  maxOutputTokens: 16_000,
  canSeeImages: true,
  maxTools: 128,
};

/**
 * A model that answers from a script, at once. It takes only requests that a strict provider takes: another one makes
 * the stream throw, and stays in `faults`.
 */
export function scriptedModel(
  steps: readonly ScriptedSource[],
  options: ScriptedModelOptions = {},
): ScriptedModel {
  const facts = { ...FACTS, ...options.facts };
  const requests: ModelRequest[] = [];
  const faults: string[] = [];

  const complain = (sentence: string): void => {
    faults.push(sentence);
    if (options.isLenient !== true) throw new Error(sentence);
  };

  function nextStep(request: ModelRequest): ScriptedStep {
    const index = requests.length;
    // The caller goes on to change its list; the record is what was sent.
    requests.push({ ...request, messages: [...request.messages], tools: [...request.tools] });
    const found = options.isUnchecked === true ? [] : requestFaults(request, facts);
    if (found.length > 0) complain(`request ${index} would be refused: ${found.join("; ")}`);
    const source = steps[index] ?? options.afterwards;
    if (source === undefined) {
      complain(`request ${index} came, but the script ends after ${steps.length} steps`);
      return "";
    }
    return typeof source === "function" ? source(request, index) : source;
  }

  return {
    facts,
    requests,
    faults,
    async *stream(request, signal) {
      if (signal.aborted) {
        yield { kind: "cancelled" };
        return;
      }
      yield* eventsOf(nextStep(request), facts, signal);
    },
    assertDone() {
      if (faults.length > 0) throw new Error(faults.join("\n"));
      if (requests.length < steps.length)
        throw new Error(`only ${requests.length} of ${steps.length} steps were asked for`);
    },
  };
}

async function* eventsOf(
  step: ScriptedStep,
  facts: ModelFacts,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent, void, undefined> {
  if (typeof step === "string") {
    yield* answerEvents({ text: step }, facts, signal);
    return;
  }
  if (!("failed" in step) && !("hangs" in step) && !("throws" in step) && !("endsEarly" in step)) {
    yield* answerEvents(step, facts, signal);
    return;
  }
  if (step.text !== undefined) yield { kind: "text", delta: step.text };
  if ("throws" in step) throw step.throws;
  if ("endsEarly" in step) return;
  if ("failed" in step) {
    yield { kind: "failed", failure: step.failed };
    return;
  }
  await aborted(signal);
  yield { kind: "cancelled" };
}

async function* answerEvents(
  answer: ScriptedAnswer,
  facts: ModelFacts,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent, void, undefined> {
  for (const [index, { text, failure }] of (answer.failedAttempts ?? []).entries()) {
    if (text !== undefined) yield { kind: "text", delta: text };
    yield { kind: "attempt_failed", attempt: index + 1, failure, waitMs: 0 };
    if (text !== undefined) yield { kind: "reset" };
  }
  for (const text of answer.notices ?? []) yield { kind: "notice", text };
  for (const kind of ["reasoning", "text"] as const) {
    for (const delta of deltasOf(answer[kind] ?? "", answer.chunkLength)) {
      if (signal.aborted) {
        yield { kind: "cancelled" };
        return;
      }
      yield { kind, delta };
    }
  }
  if (answer.until !== undefined) await Promise.race([answer.until, aborted(signal)]);
  for (const { tool } of answer.calls ?? []) yield { kind: "call_started", tool };
  yield signal.aborted ? { kind: "cancelled" } : { kind: "answer", answer: wholeAnswer(answer, facts) };
}

function wholeAnswer(answer: ScriptedAnswer, { provider }: ModelFacts): ModelAnswer {
  const { reasoning, text, calls = [] } = answer;
  const finish: FinishReason = answer.finish ?? (calls.length > 0 ? "calls" : "stop");
  return {
    parts: [
      ...(reasoning === undefined ? [] : [{ kind: "reasoning", text: reasoning, provider } as const]),
      ...(text === undefined || text === "" ? [] : [{ kind: "text", text } as const]),
      ...calls.map((call) => ({
        kind: "call" as const,
        tool: call.tool,
        rawInput: rawInputOf(call),
        ...(call.wasCutOff === undefined ? {} : { wasCutOff: call.wasCutOff }),
      })),
    ],
    finish,
    usage: answer.usage ?? { input: 100, output: 10, cached: 0 },
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
