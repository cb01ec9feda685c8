import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import type { Clock, ModelAnswer, ModelEvent, ModelFacts } from "@wield/core";
import { createChatCalls } from "../answer/chat-calls.ts";
import { collectAnswer } from "../answer/collect-answer.ts";
import { takeCalls } from "../answer/take-calls.ts";
import { toAnswer } from "../answer/to-answer.ts";
import type { Endpoint } from "../endpoint/endpoint.ts";
import { classifyFailure, type ClassifiedFailure, type FailureContext } from "../failure/classify-failure.ts";
import type { Family } from "../families/family.ts";
import { watchSilence } from "./silence.ts";

const BETWEEN_MS = 120_000;
/** A server on this machine may load the model first. */
const LOCAL_FIRST_BYTE_MS = 300_000;
/** More than any model answers; a server that never ends is stopped. */
const MAX_ANSWER_CHARACTERS = 16 * 1024 * 1024;

export interface AttemptContext {
  readonly family: Family;
  readonly endpoint: Endpoint;
  readonly facts: ModelFacts;
  readonly clock: Clock;
  readonly isLocal: boolean;
  readonly failureContext: Omit<FailureContext, "now" | "hasBegun">;
  readonly toolName: (wireName: string) => string;
}

/** How one attempt ended. `hasShown`: something was streamed that a failure makes void. */
type AttemptEnd =
  | { readonly kind: "answer"; readonly answer: ModelAnswer; readonly notice?: string }
  | { readonly kind: "failed"; readonly failed: ClassifiedFailure; readonly hasShown: boolean }
  | { readonly kind: "cancelled" };

type Call = Omit<LanguageModelV4CallOptions, "abortSignal">;

/** Asks the provider once. Streams what comes; never throws. */
export async function* attempt(
  call: Call,
  context: AttemptContext,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent, AttemptEnd, undefined> {
  const { family, endpoint, clock } = context;
  const stop = new AbortController();
  const watch = watchSilence(endpoint.fetch, {
    clock,
    firstByteMs: context.isLocal ? LOCAL_FIRST_BYTE_MS : BETWEEN_MS,
    betweenMs: BETWEEN_MS,
  });
  const over = endOf(signal, watch.isSilent);
  const chat = family.readsRawCalls ? createChatCalls() : undefined;
  const collector = collectAnswer(chat);
  let hasShown = false;
  let hasBegun = false;
  let characters = 0;
  const failed = (error: unknown): AttemptEnd => ({
    kind: "failed",
    hasShown,
    failed: classifyFailure(error, { ...context.failureContext, now: clock.now(), hasBegun }),
  });

  try {
    const opened = (async () => {
      const model = await family.open({
        ...endpoint,
        fetch: chat === undefined ? watch.fetch : takeCalls(watch.fetch, chat),
      });
      return model.doStream({ ...call, abortSignal: stop.signal });
    })();
    const started = await Promise.race([opened, over.promise]);
    if (typeof started === "string") {
      opened.catch(() => {});
      return started === "cancelled" ? { kind: "cancelled" } : failed(silent(context.isLocal));
    }
    const reader: ReadableStreamDefaultReader<LanguageModelV4StreamPart> = started.stream.getReader();
    for (;;) {
      const reading = reader.read();
      const next = await Promise.race([reading, over.promise]);
      if (typeof next === "string") {
        reading.catch(() => {});
        return next === "cancelled" ? { kind: "cancelled" } : failed(silent(false));
      }
      if (next.done) break;
      hasBegun ||= !["stream-start", "error"].includes(next.value.type);
      for (const event of collector.add(next.value)) {
        hasShown = true;
        if ("delta" in event) characters += event.delta.length;
        yield event;
      }
      if (collector.error !== undefined) break;
      if (characters > MAX_ANSWER_CHARACTERS) return failed(new Error("the answer does not end"));
    }
    if (signal.aborted) return { kind: "cancelled" };
    return endOfAnswer();
  } catch (error) {
    if (signal.aborted) return { kind: "cancelled" };
    return failed(error);
  } finally {
    over.stop();
    watch.stop();
    stop.abort();
  }

  function endOfAnswer(): AttemptEnd {
    const end = collector.end();
    if (collector.error !== undefined) return failed(collector.error.cause);
    const isCut = end === undefined || end.unified === "interrupted" || end.unified === "error";
    if (isCut && collector.oddity !== undefined) return failed(collector.oddity.cause);
    if (end === undefined || end.unified === "interrupted")
      return failed(connectionError("the answer ended before it was whole"));
    return answered(end);
  }

  function answered(end: { readonly unified: string; readonly raw: string | undefined }): AttemptEnd {
    const answer = toAnswer(collector, end, context);
    const notice =
      end.unified === "error"
        ? `the provider could not finish its answer (${end.raw ?? "no reason given"})`
        : undefined;
    return { kind: "answer", answer, ...(notice === undefined ? {} : { notice }) };
  }
}

function silent(isLocal: boolean): Error {
  const seconds = (isLocal ? LOCAL_FIRST_BYTE_MS : BETWEEN_MS) / 1000;
  return connectionError(`nothing came for ${seconds} seconds`);
}

function connectionError(message: string): Error {
  return Object.assign(new Error(message), { code: "ETIMEDOUT" });
}

/** Resolves with why waiting is over, whatever the library does with its signal. */
function endOf(
  signal: AbortSignal,
  isSilent: Promise<void>,
): { readonly promise: Promise<"cancelled" | "silent">; stop(): void } {
  const { promise, resolve } = Promise.withResolvers<"cancelled" | "silent">();
  const onAbort = (): void => resolve("cancelled");
  if (signal.aborted) onAbort();
  else signal.addEventListener("abort", onAbort, { once: true });
  void isSilent.then(() => resolve("silent"));
  return { promise, stop: () => signal.removeEventListener("abort", onAbort) };
}
