import { paintLine, span, wrapSpans } from "../../terminal/styled-text.ts";
import type { StyledLine } from "../../terminal/styled-text.ts";
import type { LinesView } from "../screen/lines-view.ts";
import { currentQuestion } from "./question-card.ts";
import type { QuestionCard } from "./question-card.ts";

/** The question that is open, with its options. */
export function questionLines(card: QuestionCard, { columns, colours }: LinesView): readonly string[] {
  const question = currentQuestion(card);
  if (question === undefined) return [];
  const count = card.questions.length > 1 ? ` (${card.answers.length + 1} of ${card.questions.length})` : "";
  const head: StyledLine = [span(`${question.header ?? "a question"}${count}`, "bold")];
  const lines = [
    ...wrapSpans(head, { columns }),
    ...question.question.split("\n").flatMap((line) => wrapSpans([span(line)], { columns })),
    ...question.options.flatMap(({ label, detail }, index) => {
      const mark = [span(`  ${index + 1}  `, "cyan")];
      const indent = [span("     ")];
      const more = detail === undefined ? [] : [span(`  ${detail}`, "dim")];
      return wrapSpans([span(label), ...more], { columns, first: mark, rest: indent });
    }),
  ];
  return lines.map((line) => paintLine(line, colours));
}

/** Questions with what was answered, for the transcript. */
export function answeredLines(
  { questions, answers }: QuestionCard,
  { columns, colours }: LinesView,
): readonly string[] {
  return answers.flatMap(({ values, text }, index) => {
    const line = [span(`${questions[index]?.question ?? ""} → `, "dim"), span(text ?? values.join(", "))];
    return wrapSpans(line, { columns }).map((each) => paintLine(each, colours));
  });
}
