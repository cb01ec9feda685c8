// Prevents: a model that waits for nobody, that asks without end, and an answer the person was never offered.
import { createQuestionDesk } from "@wield/core";
import type { CallOutcome, CardReply, Json, QuestionCard, QuestionDesk, Questioner } from "@wield/core";
import { createCountingIds, createManualClock, createTestBench } from "@wield/testkit";
import type { BenchCallOptions, ManualClock, TestBench } from "@wield/testkit";
import { expect, test } from "vitest";
import { failureOf, okOf } from "../../testing/outcome-fixture.ts";
import askUser from "./ask-user.tool.ts";

interface Asking {
  readonly bench: TestBench;
  readonly desk: QuestionDesk;
  readonly clock: ManualClock;
  ask(input: Json, options?: BenchCallOptions): Promise<CallOutcome>;
}

async function makeBench(...questioners: readonly Questioner[]): Promise<Asking> {
  const clock = createManualClock();
  const desk = createQuestionDesk(clock, createCountingIds());
  for (const questioner of questioners) desk.attach("ses_test", questioner);
  const bench = await createTestBench({ tools: [askUser], services: [desk.provider], clock });
  return { bench, desk, clock, ask: (input, options) => bench.call("ask_user", input, options) };
}

type Answer =
  | CardReply
  | undefined
  | ((card: QuestionCard, signal: AbortSignal) => Promise<CardReply | undefined>);

function surface(answer: Answer, cards: QuestionCard[] = []): Questioner {
  return {
    surface: "terminal",
    ask: async (card, signal) => {
      cards.push(card);
      return typeof answer === "function" ? answer(card, signal) : answer;
    },
  };
}

const answers = (...given: { values: readonly string[]; text?: string }[]): CardReply => ({
  kind: "answered",
  answers: given,
});
const CANCELLED: CardReply = { kind: "cancelled" };
const never = (): Promise<undefined> => new Promise(() => undefined);
const PICK = { question: "Which database?", options: [{ value: "postgres" }, { value: "sqlite" }] };
const values = (count: number): Json => Array.from({ length: count }, (_, index) => ({ value: `v${index}` }));
const turn = { number: 1, step: 1, sawOutside: false };

test("J-007: questions with one option, with eleven or with two equal ones are refused, and nobody is asked", async () => {
  const cards: QuestionCard[] = [];
  const { ask } = await makeBench(surface(CANCELLED, cards));
  const wrong: readonly Json[] = [
    { question: "q", options: values(1) },
    { question: "q", options: values(11) },
    { question: "q", options: [{ value: "a" }, { value: "a" }] },
    { question: "q", options: [{ value: "a" }, { value: " a " }] },
    { question: "q", options: [{ value: "a" }, { value: " " }] },
    { question: "q", options: [{ value: "a" }, { value: "b", detail: "x".repeat(301) }] },
    { question: " " },
    { question: "" },
    { question: "x".repeat(1001) },
    {},
    { questions: [] },
    { question: "q", questions: [{ question: "q" }] },
    { options: values(2), questions: [{ question: "q" }] },
    { questions: [{ question: "a" }, { question: "b" }, { question: "c" }, { question: "d" }] },
    { questions: [{ question: "q", options: values(1) }] },
    { questions: [{ question: "q", header: "x".repeat(31) }] },
    { questions: [{ header: "x" }] },
  ];
  for (const input of wrong) {
    const { code, message } = failureOf(await ask(input));
    expect([input, code, message.startsWith("invalid arguments:")]).toEqual([
      input,
      "invalid_arguments",
      true,
    ]);
  }
  expect(cards).toEqual([]);
});

test("J-007: a fourth question in one turn is refused, whatever became of the first three", async () => {
  const shown: string[] = [];
  const { ask } = await makeBench(
    surface(async (card) => {
      shown.push(...card.questions.map(({ question }) => question));
      if (card.questions[0]?.question === "a") throw new Error("no screen");
      return CANCELLED;
    }),
  );
  expect(failureOf(await ask({ question: "a" }, { turn })).code).toBe("ask_failed");
  okOf(await ask({ questions: [{ question: "b" }, { question: "c" }] }, { turn }));
  expect(failureOf(await ask({ question: "d" }, { turn }))).toMatchObject({
    code: "question_budget",
    hint: "decide with what is known, and say so.",
  });
  expect(shown).toEqual(["a", "b", "c"]);
  okOf(await ask({ question: "e" }, { turn: { ...turn, number: 2 } }));
  okOf(await ask({ question: "f" }, { turn: { ...turn, number: 2, step: 7 } }));
  expect(
    failureOf(
      await ask({ questions: [{ question: "g" }, { question: "h" }] }, { turn: { ...turn, number: 2 } }),
    ).code,
  ).toBe("question_budget");
});

test("J-007: a question that the person closes has the status cancelled, and the turn goes on", async () => {
  const { ask } = await makeBench(surface(CANCELLED));
  expect(okOf(await ask(PICK))).toMatchObject({
    text: "the person closed the question without answering; take the most reversible way and say which",
    data: { status: "cancelled", answers: [] },
  });
});

test("J-007: an answer comes back as value, as own words, or both where many may be chosen", async () => {
  const replies = [
    answers({ values: ["postgres"] }),
    answers({ values: [], text: " neither  " }),
    answers({ values: ["sqlite", "postgres", "postgres"], text: "and a file" }),
    answers({ values: [], text: "any" }),
  ];
  const { ask } = await makeBench(surface(async () => replies.shift()));
  const one = okOf(await ask(PICK));
  expect(one.text).toBe("Which database? → postgres");
  expect(one.data).toEqual({
    status: "answered",
    answers: [{ question: "Which database?", values: ["postgres"] }],
  });
  expect(okOf(await ask(PICK)).text).toBe('Which database? → "neither"');
  expect(okOf(await ask({ ...PICK, select: "many" })).text).toBe(
    'Which database? → postgres, sqlite, "and a file"',
  );
  expect(okOf(await ask({ question: "Why\nso?", options: [], allow_custom: false })).text).toBe(
    'Why so? → "any"',
  );
});

test("J-007: several questions stand on one card, with label, header and what else was given", async () => {
  const cards: QuestionCard[] = [];
  const { ask } = await makeBench(surface(answers({ values: ["a"] }, { values: [], text: "x" }), cards));
  const outcome = okOf(
    await ask({
      questions: [
        {
          question: "First?",
          header: "One",
          options: ["a", { value: "b", label: " ", detail: "the other" }],
        },
        { question: "Second?", allow_custom: false, select: "many" },
      ],
    }),
  );
  expect(outcome.text).toBe('First? → a\nSecond? → "x"');
  expect(outcome.notes.join("\n")).toContain('{"value": "a"}');
  expect(outcome.call.effects).toEqual([{ kind: "person", questions: 2 }]);
  expect(cards).toMatchObject([
    {
      id: expect.stringMatching(/^ask_/),
      sessionId: "ses_test",
      questions: [
        {
          question: "First?",
          header: "One",
          options: [
            { value: "a", label: "a" },
            { value: "b", label: "b", detail: "the other" },
          ],
          select: "one",
          allowCustom: true,
        },
        { question: "Second?", options: [], select: "many", allowCustom: false },
      ],
    },
  ]);
});

test("the first valid answer of any surface counts, and the card is closed on the others", async () => {
  let isClosed = false;
  const slow = surface(
    (_card, signal) =>
      new Promise((resolve) => {
        signal.addEventListener("abort", () => {
          isClosed = true;
          resolve(CANCELLED);
        });
      }),
  );
  const broken = surface(async () => Promise.reject(new Error("no screen")));
  const { ask } = await makeBench(slow, surface(undefined), broken, surface(answers({ values: ["sqlite"] })));
  expect(okOf(await ask(PICK)).text).toBe("Which database? → sqlite");
  expect(isClosed).toBe(true);
});

test("a surface that is attached while a question is open shows it too", async () => {
  let showing = (): void => undefined;
  const isShown = new Promise<void>((resolve) => (showing = resolve));
  const first = surface(() => {
    showing();
    return never();
  });
  const { desk, ask } = await makeBench(first);
  const asked = ask(PICK);
  await isShown;
  desk.attach("ses_other", surface(answers({ values: ["postgres"] })));
  desk.attach("ses_test", surface(answers({ values: ["sqlite"] })));
  expect(okOf(await asked).text).toBe("Which database? → sqlite");
});

test("an answer that was not offered does not count", async () => {
  const strange: readonly CardReply[] = [
    answers({ values: ["mysql"] }),
    answers({ values: ["postgres", "sqlite"] }),
    answers({ values: ["postgres"], text: "and more" }),
    answers({ values: [], text: "  " }),
    answers(),
  ];
  for (const reply of strange) {
    const { ask } = await makeBench(surface(reply));
    expect(failureOf(await ask(PICK))).toMatchObject({
      code: "ask_failed",
      data: { status: "error", answers: [] },
    });
  }
  const { ask } = await makeBench(surface(answers({ values: [], text: "mine" })));
  expect(failureOf(await ask({ ...PICK, allow_custom: false })).message).toContain(
    "choose one of: postgres, sqlite",
  );
});

test("with nobody attached the tool is hidden; when all leave in the middle that is said", async () => {
  const { desk, ask } = await makeBench();
  const missing = (sessionId: string): string | undefined =>
    desk.provider.missing?.({
      surface: "api",
      caller: "agent",
      platform: "linux",
      activeTools: [],
      workspaceName: "w",
      hasStoredOutputs: false,
      sessionId,
    });
  const nobody = "nobody is attached who could answer";
  expect(missing("ses_test")).toBe(nobody);
  let showing = (): void => undefined;
  const isShown = new Promise<void>((resolve) => (showing = resolve));
  const detach = desk.attach(
    "ses_test",
    surface(() => {
      showing();
      return never();
    }),
  );
  expect([missing("ses_test"), missing("ses_other")]).toEqual([undefined, nobody]);
  const asked = ask(PICK);
  await isShown;
  detach();
  expect(missing("ses_test")).toBe(nobody);
  expect(failureOf(await asked)).toMatchObject({
    code: "no_one_to_ask",
    hint: "put the question into the reply and end the turn.",
  });
});

test("a question waits without limit unless a setting gives one, and then says how long it waited", async () => {
  const shown: (() => void)[] = [];
  const isShown = (): Promise<void> => new Promise((resolve) => shown.push(resolve));
  const { ask, clock } = await makeBench(
    surface(() => {
      shown.shift()?.();
      return never();
    }),
  );
  const first = isShown();
  const limited = ask(PICK, { settings: { timeoutsMs: new Map([["ask_user", 60_000]]) } });
  await first;
  await clock.advance(60_000);
  expect(okOf(await limited)).toMatchObject({
    text: "no answer within 60 s; take the most reversible way and say which",
    data: { status: "timeout", answers: [] },
  });
  const second = isShown();
  const stop = new AbortController();
  let hasEnded = false;
  const unlimited = ask(PICK, { signal: stop.signal }).finally(() => (hasEnded = true));
  await second;
  await clock.advance(24 * 3600 * 1000);
  await new Promise((resolve) => setImmediate(resolve));
  expect(hasEnded).toBe(false);
  stop.abort();
  expect(failureOf(await unlimited).status).toBe("cancelled");
});
