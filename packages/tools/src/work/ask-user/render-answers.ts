import type { CardEnd, Question } from "@wield/core";

const GO_ON = "take the most reversible way and say which";

/** What became of the questions, as the model is told. */
export function renderAnswers(questions: readonly Question[], end: CardEnd): string {
  switch (end.status) {
    case "cancelled":
      return `the person closed the question without answering; ${GO_ON}`;
    case "timeout":
      return `no answer within ${end.seconds} s; ${GO_ON}`;
    case "answered":
      return questions
        .map(({ question }, index) => {
          const { values = [], text } = end.answers[index] ?? {};
          const given = text === undefined ? values : [...values, `"${text}"`];
          return `${question.replaceAll(/\s+/g, " ").trim()} → ${given.join(", ")}`;
        })
        .join("\n");
  }
}
