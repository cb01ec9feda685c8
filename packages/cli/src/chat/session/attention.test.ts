// Prevents: an answer that goes to another question than the one that is shown, and a question that stays open although
// it was answered elsewhere.
import { expect, test } from "vitest";
import { WRITE_REQUEST } from "../testing/write-request.ts";
import { Attention } from "./attention.ts";

function make() {
  const answered: unknown[] = [];
  const attention = new Attention({
    onChange: () => undefined,
    onAnswered: (card) => answered.push(card.answers),
  });
  return { attention, answered };
}
const never = new AbortController().signal;
const other = { ...WRITE_REQUEST, id: "apr_2", tool: "terminal" };

test("one request is asked about at a time, in the order they came", async () => {
  const { attention } = make();
  const asker = attention.asker();
  const first = asker.ask(WRITE_REQUEST, never);
  const second = asker.ask(other, never);
  expect(attention.focus).toMatchObject({ kind: "approval", request: { id: "apr_1" } });
  expect(attention.countBehind).toBe(1);
  expect(attention.answer("y")).toBeUndefined();
  expect(attention.focus).toMatchObject({ request: { id: "apr_2" } });
  expect(attention.answer("n not this way")).toBeUndefined();
  expect(await first).toMatchObject({ choice: "once", surface: "terminal" });
  expect(await second).toMatchObject({ choice: "deny", remark: "not this way" });
  expect(attention.focus).toEqual({ kind: "message" });
});

test("a rule is only added where one is offered", async () => {
  const { attention } = make();
  const asked = attention.asker(false).ask(WRITE_REQUEST, never);
  expect(attention.answer("always")).toBe("please type one of y/n; a reason may follow n");
  expect(attention.answer("yes, but not that")).toContain("please type one of");
  attention.dismiss();
  expect(await asked).toMatchObject({ choice: "deny" });
});

test("what was settled elsewhere is closed here, and the next one is asked about", async () => {
  const { attention } = make();
  const elsewhere = new AbortController();
  const first = attention.asker().ask(WRITE_REQUEST, elsewhere.signal);
  const second = attention.asker().ask(other, never);
  elsewhere.abort();
  expect(await first).toBeUndefined();
  expect(attention.focus).toMatchObject({ request: { id: "apr_2" } });
  attention.dismissAll();
  expect(await second).toMatchObject({ choice: "deny" });
  expect(await attention.asker().ask(WRITE_REQUEST, AbortSignal.abort())).toBeUndefined();
});

test("a card's questions come one after the other; closing it cancels all of them", async () => {
  const question = { question: "Which?", options: [], select: "one", allowCustom: true } as const;
  const card = { id: "ask_1", questions: [question, { ...question, question: "And?" }] };
  const { attention, answered } = make();
  const replied = attention.ask(card, never);
  attention.answer("one");
  await Promise.resolve();
  await Promise.resolve();
  expect(attention.focus).toMatchObject({ kind: "question", card: { answers: [{ text: "one" }] } });
  attention.answer("two");
  expect(await replied).toEqual({
    kind: "answered",
    answers: [
      { values: [], text: "one" },
      { values: [], text: "two" },
    ],
  });
  expect(answered).toHaveLength(1);
  const closed = attention.ask(card, never);
  attention.answer("one");
  await Promise.resolve();
  await Promise.resolve();
  attention.dismiss();
  expect(await closed).toEqual({ kind: "cancelled" });
});

test("only a yes confirms", async () => {
  const { attention } = make();
  for (const [typed, expected] of [
    ["y", true],
    ["YES", true],
    ["n", false],
    ["yesterday", false],
    ["", false],
  ] as const) {
    const asked = attention.confirm("sure?");
    attention.answer(typed);
    expect(await asked).toBe(expected);
  }
});
