import type { Question, QuestionAnswer } from "./people.ts";

/** Why this is no answer to the question, for the person who gave it; nothing when it is one. */
export function answerFault(question: Question, answer: QuestionAnswer): string | undefined {
  const offered = question.options.map(({ value }) => value);
  const stray = answer.values.find((value) => !offered.includes(value));
  if (stray !== undefined) return `"${stray}" is not one of: ${offered.join(", ")}`;
  const text = answer.text?.trim() ?? "";
  if (text !== "" && offered.length > 0 && !question.allowCustom)
    return `choose one of: ${offered.join(", ")}`;
  const given = new Set(answer.values).size + (text === "" ? 0 : 1);
  if (given === 0) return "an answer is needed";
  return question.select === "one" && given > 1 ? "only one answer can be given" : undefined;
}

/** The answer as it is handed on: each value once, in the order they were offered. */
export function plainAnswer(question: Question, answer: QuestionAnswer): QuestionAnswer {
  const values = question.options.map(({ value }) => value).filter((value) => answer.values.includes(value));
  const text = answer.text?.trim() ?? "";
  return text === "" ? { values } : { values, text };
}
