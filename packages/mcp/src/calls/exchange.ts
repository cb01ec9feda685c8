import type { CallToolResult, InputRequiredResult } from "@modelcontextprotocol/server";
import type {
  ClientQuestion,
  ClientRequest,
  ProgressReport,
  QuestionLimit,
} from "../serve/client-request.ts";

/** One call's line to its client. It outlives a request where the client repeats it to answer a question. */
export interface Exchange {
  /** Aborted when the client cancels or is gone. */
  readonly signal: AbortSignal;
  /** The request that is open now, or was last. */
  request(): ClientRequest;
  report(progress: ProgressReport): void;
  /** Puts a question to the client. Rejects when it cannot answer, or is told that the answer is not wanted. */
  ask(question: ClientQuestion, limit: QuestionLimit): Promise<unknown>;
}

export type Answered = CallToolResult | InputRequiredResult;

interface Question {
  readonly name: string;
  readonly question: ClientQuestion;
  readonly answer: (response: unknown) => void;
}

export interface OpenExchange extends Exchange {
  readonly isOver: () => boolean;
  /** Resolves with the call's result, or with the question that stands in its way. */
  serve(request: ClientRequest): Promise<Answered>;
  abort(): void;
}

/** Begins a call. `state` names it in questions that travel in results. */
export function openExchange(
  first: ClientRequest,
  state: string,
  run: (exchange: Exchange) => Promise<CallToolResult>,
): OpenExchange {
  const controller = new AbortController();
  let current = first;
  let open: Question | undefined;
  let asked = 0;
  let giveToClient: ((answered: Answered) => void) | undefined;
  let isOver = false;

  const raise = ({ name, question }: Question): void => {
    giveToClient?.({
      resultType: "input_required",
      inputRequests: { [name]: question },
      requestState: state,
    });
    giveToClient = undefined;
  };
  const askInResult = (question: ClientQuestion, { signal }: QuestionLimit): Promise<unknown> =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted();
      asked += 1;
      const mine: Question = { name: `question_${asked}`, question, answer: resolve };
      open = mine;
      signal.addEventListener(
        "abort",
        () => {
          if (open === mine) open = undefined;
          reject(new Error("the answer is no longer wanted"));
        },
        { once: true },
      );
      raise(mine);
    });

  const exchange: OpenExchange = {
    signal: controller.signal,
    request: () => current,
    report: (progress) => current.report?.(progress),
    ask: (question, limit) =>
      current.ask === undefined ? askInResult(question, limit) : current.ask(question, limit),
    isOver: () => isOver,
    abort: () => controller.abort(),
    serve: (request) => {
      current = request;
      if (request.signal.aborted) controller.abort();
      else request.signal.addEventListener("abort", exchange.abort, { once: true });
      // Once it is answered a request says no more: over HTTP it is closed then, and the call waits for the next one.
      return new Promise<Answered>((resolve, reject) => {
        giveToClient = resolve;
        ended.then(resolve, reject);
        answerOpen(request);
      }).finally(() => request.signal.removeEventListener("abort", exchange.abort));
    },
  };
  const answerOpen = ({ repeats }: ClientRequest): void => {
    if (open === undefined) return;
    if (repeats === undefined || !Object.hasOwn(repeats.answers, open.name)) return raise(open);
    const { name, answer } = open;
    open = undefined;
    answer(repeats.answers[name]);
  };
  const ended = run(exchange).finally(() => {
    isOver = true;
  });
  // Whoever serves the exchange hears of it; while nobody does, it is no unhandled rejection.
  ended.catch(() => {});
  return exchange;
}
