import type { ModelEvent, ModelFailure, ModelRequest } from "@wield/core";
import type { Lesson } from "../failure/classify-failure.ts";
import { toPrompt } from "../prompt/to-prompt.ts";
import { wireName } from "../prompt/tool-names.ts";
import { toTools } from "../prompt/to-tools.ts";
import { attempt, type AttemptContext } from "./attempt.ts";
import { MAX_ATTEMPTS, retryWaitMs } from "./retry-plan.ts";

export interface StreamContext extends Omit<AttemptContext, "toolName"> {
  /** At least 0, below 1. */
  readonly random: () => number;
  /** What this model turned out not to take. Lessons are added as they are learned, and hold for all later requests. */
  readonly lessons: Set<Lesson>;
  /** Notices that were given once. */
  readonly noticed: Set<string>;
}

/**
 * Asks a provider, the one place where a request is repeated: after connection faults, 408, 409, 429, 5xx and
 * overload, five attempts in all; and once more without whatever the model turned out not to take.
 */
export async function* streamRequest(
  request: ModelRequest,
  context: StreamContext,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent, void, undefined> {
  const { clock, lessons, random } = context;
  const sent = toTools(request.tools, context.family, context.facts.maxTools);
  yield* noticeOnce(sent.leftOut, context);
  const attemptContext: AttemptContext = { ...context, toolName: originalNames(request) };

  for (let number = 1; ; number += 1) {
    const call = callOptions(request, context, sent.tools);
    const end = yield* attempt(call, attemptContext, signal);
    if (end.kind === "cancelled") {
      yield { kind: "cancelled" };
      return;
    }
    if (end.kind === "answer") {
      if (end.notice !== undefined) yield { kind: "notice", text: end.notice };
      yield { kind: "answer", answer: end.answer };
      return;
    }
    const { failure, isTransient, retryAfterMs, lesson } = end.failed;
    const isLearned = lesson !== undefined && !lessons.has(lesson);
    if (isLearned) lessons.add(lesson);
    if (number >= MAX_ATTEMPTS || (!isTransient && !isLearned)) {
      yield { kind: "failed", failure: afterAll(failure, number) };
      return;
    }
    const waitMs = isLearned ? 0 : retryWaitMs({ attempt: number, retryAfterMs, random: random() });
    yield { kind: "attempt_failed", attempt: number, failure, waitMs };
    if (end.hasShown) yield { kind: "reset" };
    if (!(await waited(waitMs))) {
      yield { kind: "cancelled" };
      return;
    }
  }

  /** False when it was cancelled meanwhile. */
  async function waited(ms: number): Promise<boolean> {
    if (ms === 0 || signal.aborted) return !signal.aborted;
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancel = clock.timer(ms, resolve);
    const onAbort = (): void => resolve();
    signal.addEventListener("abort", onAbort, { once: true });
    await promise;
    signal.removeEventListener("abort", onAbort);
    cancel();
    return !signal.aborted;
  }
}

function callOptions(
  request: ModelRequest,
  { family, facts, lessons }: StreamContext,
  tools: ReturnType<typeof toTools>["tools"],
): Parameters<typeof attempt>[0] {
  const isSequential = lessons.has("one_call_per_answer");
  const how = { family, facts, isSequential, isWithoutReasoning: lessons.has("no_reasoning") };
  return {
    prompt: toPrompt(request, how),
    ...(tools.length === 0 ? {} : { tools }),
    maxOutputTokens: Math.min(request.maxOutputTokens ?? facts.maxOutputTokens, facts.maxOutputTokens),
    includeRawChunks: family.readsRawCalls,
    providerOptions: family.options(request, { facts, isSequential }),
  };
}

/** Once for each number of tools that are left out. */
function* noticeOnce(leftOut: readonly string[], { facts, noticed }: StreamContext): Generator<ModelEvent> {
  if (leftOut.length === 0) return;
  const text = `${facts.provider} takes ${facts.maxTools} tools: ${leftOut.length} are left out (${leftOut.slice(0, 5).join(", ")}${leftOut.length > 5 ? ", …" : ""})`;
  if (noticed.has(text)) return;
  noticed.add(text);
  yield { kind: "notice", text };
}

function originalNames({ tools }: ModelRequest): (name: string) => string {
  const renamed = new Map(
    tools.flatMap(({ name }) => (wireName(name) === name ? [] : [[wireName(name), name] as const])),
  );
  return (name) => renamed.get(name) ?? name;
}

function afterAll(failure: ModelFailure, attempts: number): ModelFailure {
  return attempts === 1 ? failure : { ...failure, message: `${failure.message}, after ${attempts} attempts` };
}
