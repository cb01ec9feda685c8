import { defineTool, ok, People } from "@wield/core";
import type { CardEnd, Question } from "@wield/core";
import * as z from "zod";
import { readQuestions } from "./read-questions.ts";
import { renderAnswers } from "./render-answers.ts";

const option = z.strictObject({
  value: z.string().describe("Short answer that is returned."),
  label: z.string().optional().describe("Text on the button."),
  detail: z.string().max(300).optional().describe("One line about what it means."),
});
const options = z
  .array(option)
  .max(10)
  .optional()
  .describe("Answers to choose from; without any the person writes.");
const select = z.enum(["one", "many"]).default("one").describe("How many may be chosen.");
const allowCustom = z.boolean().default(true).describe("The person may write an own answer.");
const question = z.string().min(1).max(1000).describe("One question.");

export default defineTool({
  name: "ask_user",
  description:
    "Ask the person one to three questions when the answer changes what you do and cannot be found out. Offer options where possible. Do not ask for permission; approvals are asked by themselves.",
  input: z.strictObject({
    question: question.optional().describe("One question."),
    options,
    select,
    allow_custom: allowCustom,
    questions: z
      .array(
        z.strictObject({
          question,
          header: z.string().max(30).optional().describe("Short title."),
          options,
          select,
          allow_custom: allowCustom,
        }),
      )
      .min(1)
      .max(3)
      .optional()
      .describe("Several questions at once, each with the fields above and header; instead of question."),
  }),
  output: z.strictObject({
    status: z.enum(["answered", "cancelled", "timeout"]),
    answers: z.array(
      z.strictObject({ question: z.string(), values: z.array(z.string()), text: z.string().optional() }),
    ),
  }),
  mutates: false,
  effects: ({ questions }) => [{ kind: "person", questions: questions?.length ?? 1 }],
  needs: [People],
  examples: [
    {
      input: { question: "Which database?", options: [{ value: "postgres" }, { value: "sqlite" }] },
      note: "The person may also write an own answer.",
    },
  ],
  codes: {
    question_budget: "The turn has no questions left.",
    ask_failed: "The question could not be shown.",
    no_one_to_ask: "Nobody is there any more who could answer.",
  },
  async run(input, { people }) {
    const read = readQuestions(input);
    if (!read.ok) return read;
    const questions = read.value;
    const end = await people.ask(questions);
    return end.ok ? ok(renderAnswers(questions, end.value), dataOf(questions, end.value)) : end;
  },
});

function dataOf(questions: readonly Question[], end: CardEnd) {
  const given = end.status === "answered" ? end.answers : [];
  const answers = given.map(({ values, text }, index) => ({
    question: questions[index]?.question ?? "",
    values: [...values],
    ...(text === undefined ? {} : { text }),
  }));
  return { status: end.status, answers };
}
