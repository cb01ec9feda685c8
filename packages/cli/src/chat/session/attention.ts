import type { ApprovalAnswer, Asker } from "@wield/core";
import { parseAnswer } from "../../approvals/parse-answer.ts";
import { answerKeys } from "../../approvals/render-request.ts";
import { accountName } from "../../approvals/terminal-asker.ts";
import { readAnswer } from "../questions/question-card.ts";
import type { QuestionAnswer, QuestionCard } from "../questions/question-card.ts";
import type { Focus } from "../screen/screen-model.ts";

/** What came of a card of questions. */
export type CardReply =
  | { readonly kind: "answered"; readonly answers: readonly QuestionAnswer[] }
  | { readonly kind: "cancelled" };

interface Waiting {
  focus: Exclude<Focus, { kind: "message" }>;
  /** The typed line; what is expected instead when it is no answer, `undefined` when it was taken. */
  readonly take: (text: string) => string | undefined;
  /** Closed without an answer. */
  readonly dismiss: () => void;
}

export interface AttentionEvents {
  /** Something begins or ends to wait for the person. */
  readonly onChange: () => void;
  readonly onAnswered: (card: QuestionCard) => void;
}

const NOBODY: Focus = { kind: "message" };

/** Who waits for the person at this terminal: one at a time is asked about, in the order they came. */
export class Attention {
  readonly #events: AttentionEvents;
  #waiting: readonly Waiting[] = [];

  constructor(events: AttentionEvents) {
    this.#events = events;
  }

  get focus(): Focus {
    return this.#waiting[0]?.focus ?? NOBODY;
  }

  get countBehind(): number {
    return Math.max(0, this.#waiting.length - 1);
  }

  /** A line typed for what is asked; gives what is expected when it is no answer. */
  answer(text: string): string | undefined {
    return this.#waiting[0]?.take(text);
  }

  /** Closes what is asked without an answer: a request is refused, a question cancelled. */
  dismiss(): void {
    this.#waiting[0]?.dismiss();
  }

  dismissAll(): void {
    for (const waiting of this.#waiting) waiting.dismiss();
  }

  asker(offersRules = true): Asker {
    return {
      surface: "terminal",
      ask: (request, signal) => {
        const answered = (given: Pick<ApprovalAnswer, "choice" | "remark">): ApprovalAnswer => ({
          ...given,
          by: accountName(),
          surface: "terminal",
          at: Date.now(),
        });
        return this.#wait<ApprovalAnswer>(signal, (settle) => ({
          focus: { kind: "approval", request, offersRules },
          take: (text) => {
            const given = parseAnswer(text);
            const keys = answerKeys(request, offersRules);
            const addsRule = given?.choice === "session" || given?.choice === "always";
            if (given === undefined || (addsRule && !keys.includes("s")))
              return `please type one of ${keys}; a reason may follow n`;
            settle(answered(given));
            return undefined;
          },
          dismiss: () => settle(answered({ choice: "deny" })),
        }));
      },
    };
  }

  /** Asks question by question. Nothing when it was settled elsewhere; `cancelled` when the person closes the card. */
  async ask(
    { id, questions }: Pick<QuestionCard, "id" | "questions">,
    signal: AbortSignal,
  ): Promise<CardReply | undefined> {
    const answers: QuestionAnswer[] = [];
    for (const question of questions) {
      const card: QuestionCard = { id, questions, answers: [...answers] };
      const reply = await this.#wait<CardReply>(signal, (settle) => ({
        focus: { kind: "question", card },
        take: (text) => {
          const read = readAnswer(question, text);
          if ("expected" in read) return `please give ${read.expected}; Esc closes the question`;
          settle({ kind: "answered", answers: [read.answer] });
          return undefined;
        },
        dismiss: () => settle({ kind: "cancelled" }),
      }));
      if (reply?.kind !== "answered") return reply;
      answers.push(...reply.answers);
    }
    this.#events.onAnswered({ id, questions, answers });
    return { kind: "answered", answers };
  }

  /** A yes or no; anything but a yes is a no. */
  async confirm(question: string): Promise<boolean> {
    const answer = await this.#wait<boolean>(new AbortController().signal, (settle) => ({
      focus: { kind: "confirm", question },
      take: (text) => {
        settle(/^\s*y(es)?\s*$/i.test(text));
        return undefined;
      },
      dismiss: () => settle(false),
    }));
    return answer === true;
  }

  #wait<Answer>(
    signal: AbortSignal,
    make: (settle: (answer: Answer) => void) => Waiting,
  ): Promise<Answer | undefined> {
    if (signal.aborted) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      const end = (answer: Answer | undefined): void => {
        signal.removeEventListener("abort", onAbort);
        this.#waiting = this.#waiting.filter((other) => other !== waiting);
        resolve(answer);
        this.#events.onChange();
      };
      const onAbort = (): void => end(undefined);
      const waiting = make(end);
      signal.addEventListener("abort", onAbort, { once: true });
      this.#waiting = [...this.#waiting, waiting];
      this.#events.onChange();
    });
  }
}
