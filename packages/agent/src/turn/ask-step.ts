import type { Conversation } from "@wield/core";
import { compactHistory, type Compacted, type Compacting } from "../compaction/compact-history.ts";
import type { MadeRequest, RequestMaker } from "../compaction/request-maker.ts";
import { askModel, type Asked } from "../model/ask-model.ts";
import type { TurnContext } from "./turn-context.ts";

const LEAST_GAIN = 0.1;
const MOST_OVERFLOWS = 2;
const OVERFLOW_SHARE = 0.5;

export type StepAnswer = Asked | { readonly kind: "context_full"; readonly error: string };

/** What compaction came to in this turn. */
export interface CompactionMemory {
  /** It brought so little that it is not tried again in this turn. */
  hasGivenUp: boolean;
}

/** One step's request: made to fit, sent, and sent once more when its length or its content was refused. */
export async function askStep(
  context: TurnContext,
  conversation: Conversation,
  memory: CompactionMemory,
): Promise<StepAnswer> {
  const { maker } = context;
  const fitted = await fit(context, conversation, memory);
  if ("kind" in fitted) return fitted;
  let made = fitted;
  let overflows = 0;
  let wasRepaired = false;
  for (;;) {
    const asked = await askModel(maker.model, made.request, context);
    if (asked.kind === "answer") maker.noteTaken(made, asked.answer.usage?.input ?? 0);
    if (asked.kind !== "failed") return asked;
    const { failure } = asked;
    if (failure.kind === "content" && !wasRepaired && maker.noteRefused(made)) {
      wasRepaired = true;
      context.emit({
        type: "notice",
        level: "warn",
        text: `the provider refused the content of the request (${failure.message}); a part is left out, and it is sent once more`,
      });
      made = maker.make(conversation);
    } else if (failure.kind === "overflow") {
      overflows += 1;
      const target = Math.floor(made.tokens * OVERFLOW_SHARE);
      const compacted =
        overflows > MOST_OVERFLOWS
          ? undefined
          : await compact(context, conversation, { target, room: target });
      if (compacted === undefined || isLittle(compacted))
        return { kind: "context_full", error: full(maker, made) };
      made = compacted.made;
    } else return asked;
    context.emit({ type: "reset" });
  }
}

async function fit(
  context: TurnContext,
  conversation: Conversation,
  memory: CompactionMemory,
): Promise<MadeRequest | StepAnswer> {
  const { maker, signal } = context;
  const { isEnabled, threshold } = context.parts.settings.compaction;
  const { contextWindow } = maker.model.facts;
  const target = Math.floor(contextWindow * threshold);
  let made = maker.make(conversation);
  if (isEnabled && made.tokens > target && !memory.hasGivenUp) {
    const compacted = await compact(context, conversation, { target, room: contextWindow });
    if (signal.aborted) return { kind: "cancelled", text: "" };
    memory.hasGivenUp = isLittle(compacted);
    made = compacted.made;
  }
  return made.tokens > contextWindow ? { kind: "context_full", error: full(maker, made) } : made;
}

async function compact(
  context: TurnContext,
  conversation: Conversation,
  { target, room }: Pick<Compacting, "target" | "room">,
): Promise<Compacted> {
  const { maker, record, signal, store, emit, noteUsage } = context;
  const { compaction: settings } = context.parts.settings;
  const compacted = await compactHistory({
    maker,
    record,
    conversation,
    settings,
    signal,
    store,
    target,
    room,
    noteUsage,
  });
  const { before, after, problem } = compacted;
  const why = problem === undefined ? "" : `; ${problem}`;
  emit({
    type: "notice",
    level: problem === undefined ? "info" : "warn",
    text: `the conversation was shortened: about ${before} tokens before, ${after} after${why}`,
  });
  return compacted;
}

function isLittle({ before, after }: Compacted): boolean {
  return before - after < before * LEAST_GAIN;
}

function full({ model }: RequestMaker, { tokens, size }: MadeRequest): string {
  const parts = [
    ["the conversation", size.messages],
    ["the tools", size.tools],
    ["the system prompt", size.system],
  ] as const;
  const [name, largest] = parts.reduce((one, other) => (other[1] > one[1] ? other : one));
  return `the request has about ${tokens} tokens and ${model.facts.id} takes ${model.facts.contextWindow}; the largest part is ${name} (about ${largest})`;
}
