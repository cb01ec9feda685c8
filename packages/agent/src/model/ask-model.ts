import { messageOf } from "@wield/core";
import type { ModelAnswer, ModelEvent, ModelFailure, ModelPort, ModelRequest } from "@wield/core";
import type { AgentEventBody } from "../events/agent-event.ts";

export type Asked =
  | { readonly kind: "answer"; readonly answer: ModelAnswer }
  | { readonly kind: "failed"; readonly failure: ModelFailure }
  /** With the text that was streamed until then. */
  | { readonly kind: "cancelled"; readonly text: string };

export interface Asking {
  readonly signal: AbortSignal;
  readonly emit: (body: AgentEventBody) => void;
}

/** One request and its answer, streamed on. Does not wait for a model that goes on after a stop. Never throws. */
export async function askModel(model: ModelPort, request: ModelRequest, asking: Asking): Promise<Asked> {
  const { signal } = asking;
  if (signal.aborted) return { kind: "cancelled", text: "" };
  const stop = Promise.withResolvers<"stopped">();
  const onAbort = (): void => stop.resolve("stopped");
  signal.addEventListener("abort", onAbort, { once: true });
  const streamed = { text: "" };
  try {
    const stream = model.stream(request, signal)[Symbol.asyncIterator]();
    for (;;) {
      const next = await Promise.race([stream.next(), stop.promise]);
      if (next === "stopped") {
        void leave(stream);
        return { kind: "cancelled", text: streamed.text };
      }
      if (next.done === true) return broken("the model's stream ended without an answer");
      const asked = take(next.value, streamed, asking);
      if (asked !== undefined) {
        void leave(stream);
        return asked;
      }
    }
  } catch (error) {
    return broken(messageOf(error));
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

function take(event: ModelEvent, streamed: { text: string }, { emit }: Asking): Asked | undefined {
  switch (event.kind) {
    case "text":
      streamed.text += event.delta;
      emit({ type: "text", delta: event.delta });
      return undefined;
    case "reasoning":
      emit({ type: "reasoning", delta: event.delta });
      return undefined;
    case "call_started":
      return undefined;
    case "attempt_failed": {
      const { attempt, failure, waitMs } = event;
      const wait = waitMs > 0 ? ` Next try in ${Math.ceil(waitMs / 1000)} s.` : "";
      emit({ type: "notice", level: "warn", text: `attempt ${attempt} failed: ${failure.message}.${wait}` });
      return undefined;
    }
    case "reset":
      streamed.text = "";
      emit({ type: "reset" });
      return undefined;
    case "notice":
      emit({ type: "notice", level: "info", text: event.text });
      return undefined;
    case "answer":
      return { kind: "answer", answer: event.answer };
    case "failed":
      return { kind: "failed", failure: event.failure };
    case "cancelled":
      return { kind: "cancelled", text: streamed.text };
  }
}

async function leave(stream: AsyncIterator<ModelEvent>): Promise<void> {
  try {
    await stream.return?.();
  } catch {
    // It is not listened to any more.
  }
}

function broken(message: string): Asked {
  return { kind: "failed", failure: { kind: "broken_stream", message } };
}
