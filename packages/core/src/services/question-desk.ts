import { fail, value, type Outcome } from "../contract/result.ts";
import type { CallScope } from "../pipeline/call-scope.ts";
import type { Clock, IdSource } from "../ports/clock.ts";
import type { Caller, Surface } from "../ports/journal.ts";
import { People } from "./people.ts";
import type { CardEnd, Question, QuestionAnswer } from "./people.ts";
import type { ServiceProvider } from "./provider.ts";
import { answerFault, plainAnswer } from "./question-answer.ts";
import { messageOf } from "../text/message-of.ts";

/** Questions that stand together on one card. */
export interface QuestionCard {
  readonly id: string;
  readonly callId: string;
  readonly sessionId: string;
  readonly caller: Caller;
  readonly questions: readonly Question[];
}

/** What a surface gives back: answers in the order of the questions, or that the person closed the card. */
export type CardReply =
  | { readonly kind: "answered"; readonly answers: readonly QuestionAnswer[] }
  | { readonly kind: "cancelled" };

/** Somebody who can be shown questions. Attached by a surface. */
export interface Questioner {
  readonly surface: Surface;
  /**
   * Shows a card. What was not offered is refused there: `answerFault` says why. Resolves with `undefined` when
   * nobody can answer here any more; rejects with the reason when it cannot be shown. Aborted once it is settled
   * elsewhere: the card is closed then.
   */
  ask(card: QuestionCard, signal: AbortSignal): Promise<CardReply | undefined>;
}

/** Puts questions to the surfaces of each conversation. */
export interface QuestionDesk {
  readonly provider: ServiceProvider<People>;
  /** For questions that are not the model's, such as those of an MCP server: they do not spend its budget. */
  readonly uncounted: Pick<ServiceProvider<People>, "open">;
  /** Questions of this conversation are shown here from now on. The returned function ends that, for open cards too. */
  attach(sessionId: string, questioner: Questioner): () => void;
}

/** Questions that may be asked in one turn. */
const QUESTIONS_PER_TURN = 3;

/** Turns whose count is remembered. Older ones are over. */
const REMEMBERED_TURNS = 100;

interface Attached {
  readonly questioner: Questioner;
  readonly left: AbortController;
}

export function createQuestionDesk(clock: Clock, ids: IdSource): QuestionDesk {
  const attached = new Map<string, ReadonlySet<Attached>>();
  const spent = new Map<string, number>();
  const openCards = new Map<string, Set<OpenCard>>();

  /** Spends part of the turn's budget; false when it does not reach. */
  function spend(scope: CallScope, count: number): boolean {
    const turn = `${scope.call.sessionId} ${scope.turn ?? scope.call.rootId}`;
    const before = spent.get(turn) ?? 0;
    if (before + count > QUESTIONS_PER_TURN) return false;
    spent.delete(turn);
    spent.set(turn, before + count);
    const [oldest] = spent.keys();
    if (spent.size > REMEMBERED_TURNS && oldest !== undefined) spent.delete(oldest);
    return true;
  }

  async function ask(scope: CallScope, questions: readonly Question[]): Promise<Outcome<CardEnd>> {
    const { call, signal } = scope;
    const { id: callId, sessionId, caller } = call;
    const card = { id: ids.next("ask_"), callId, sessionId, caller, questions };
    const open: OpenCard = { card, ...startCard(card, { clock, signal, limitMs: call.limitMs }) };
    const cards = openCards.get(sessionId) ?? new Set();
    openCards.set(sessionId, cards.add(open));
    open.show([...(attached.get(sessionId) ?? [])]);
    try {
      return await open.ended;
    } finally {
      cards.delete(open);
      if (cards.size === 0) openCards.delete(sessionId);
    }
  }

  const askCounted = async (scope: CallScope, questions: readonly Question[]): Promise<Outcome<CardEnd>> =>
    spend(scope, questions.length)
      ? ask(scope, questions)
      : fail("question_budget", `no more than ${QUESTIONS_PER_TURN} questions can be asked in a turn`, {
          hint: "decide with what is known, and say so.",
        });

  return {
    uncounted: { open: (scope) => ({ ask: (questions) => ask(scope, questions) }) },
    provider: {
      token: People,
      missing: ({ sessionId }) =>
        (attached.get(sessionId)?.size ?? 0) > 0 ? undefined : "nobody is attached who could answer",
      open: (scope) => ({ ask: (questions) => askCounted(scope, questions) }),
    },
    attach: (sessionId, questioner) => {
      const one: Attached = { questioner, left: new AbortController() };
      attached.set(sessionId, new Set([...(attached.get(sessionId) ?? []), one]));
      for (const card of openCards.get(sessionId) ?? []) card.show([one]);
      return () => {
        const others = new Set([...(attached.get(sessionId) ?? [])].filter((other) => other !== one));
        if (others.size === 0) attached.delete(sessionId);
        else attached.set(sessionId, others);
        one.left.abort();
      };
    },
  };
}

interface OpenCard {
  readonly card: QuestionCard;
  readonly ended: Promise<Outcome<CardEnd>>;
  /** Shows it on these surfaces too. It ends when none that showed it can answer any more. */
  show(surfaces: readonly Attached[]): void;
}

interface Waiting {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly limitMs: number | undefined;
}

/** A card that any number of surfaces may show; the first valid answer of any of them closes it on the others. */
function startCard(card: QuestionCard, { clock, signal, limitMs }: Waiting): Omit<OpenCard, "card"> {
  const settled = new AbortController();
  const { promise, resolve } = Promise.withResolvers<Outcome<CardEnd>>();
  const problems: string[] = [];
  let showing = 0;
  const noMore = (problem?: string): void => {
    if (problem !== undefined) problems.push(problem);
    showing -= 1;
    if (showing <= 0) resolve(problems.length === 0 ? nobodyLeft() : notShown(problems));
  };
  const follow = async ({ questioner, left }: Attached): Promise<void> => {
    const isOver = AbortSignal.any([settled.signal, left.signal]);
    const reply = await Promise.race([questioner.ask(card, isOver), whenAborted(isOver)]);
    if (reply === undefined) return noMore();
    if (reply.kind === "cancelled") return resolve(value({ status: "cancelled" }));
    const fault = faultOf(card.questions, reply.answers);
    if (fault !== undefined)
      return noMore(`the surface ${questioner.surface} gave no valid answer: ${fault}`);
    const answers = card.questions.map((question, index) =>
      plainAnswer(question, reply.answers[index] ?? { values: [] }),
    );
    resolve(value({ status: "answered", answers }));
  };
  // A little before the limit of the call itself, which would end it as failed.
  const cancelTimer =
    limitMs === undefined
      ? () => undefined
      : clock.timer(limitMs * 0.98, () => resolve(value({ status: "timeout", seconds: limitMs / 1000 })));
  const onAbort = (): void => resolve(fail("cancelled", "the question was cancelled"));
  signal.addEventListener("abort", onAbort, { once: true });
  if (signal.aborted) onAbort();
  const ended = promise.finally(() => {
    settled.abort();
    cancelTimer();
    signal.removeEventListener("abort", onAbort);
  });
  return {
    ended,
    show: (surfaces) => {
      showing += surfaces.length;
      if (showing === 0) resolve(nobodyLeft());
      for (const surface of surfaces) follow(surface).catch((error: unknown) => noMore(messageOf(error)));
    },
  };
}

function faultOf(questions: readonly Question[], answers: readonly QuestionAnswer[]): string | undefined {
  for (const [index, question] of questions.entries()) {
    const fault = answerFault(question, answers[index] ?? { values: [] });
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function nobodyLeft(): Outcome<never> {
  return fail("no_one_to_ask", "nobody is there any more who could answer", {
    hint: "put the question into the reply and end the turn.",
  });
}

function notShown(problems: readonly string[]): Outcome<never> {
  return fail("ask_failed", `the question could not be shown: ${problems.join("; ")}`, {
    hint: "put the question into the reply.",
    data: { status: "error", answers: [] },
  });
}

function whenAborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    else signal.addEventListener("abort", () => resolve(undefined), { once: true });
  });
}
