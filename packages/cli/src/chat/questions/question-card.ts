/** One question the model asks the person. */
export interface Question {
  readonly question: string;
  readonly header?: string;
  readonly options: readonly { readonly value: string; readonly label: string; readonly detail?: string }[];
  readonly select: "one" | "many";
  /** The person may write an own answer beside the options. */
  readonly allowCustom: boolean;
}

export interface QuestionAnswer {
  readonly values: readonly string[];
  /** What the person wrote in place of an option. */
  readonly text?: string;
}

/** Questions that are asked one after the other. */
export interface QuestionCard {
  readonly id: string;
  readonly questions: readonly Question[];
  readonly answers: readonly QuestionAnswer[];
}

export function currentQuestion({ questions, answers }: QuestionCard): Question | undefined {
  return questions[answers.length];
}

/** What a person typed as the answer: numbers or names of options, or own text; else what is expected. */
export function readAnswer(
  { options, select, allowCustom }: Question,
  typed: string,
): { readonly answer: QuestionAnswer } | { readonly expected: string } {
  const text = typed.trim();
  const words = select === "many" ? text.split(/[\s,]+/).filter((word) => word !== "") : [text];
  const chosen = words.map(
    (word) =>
      options.find(
        ({ value, label }, index) =>
          word === String(index + 1) || sameWord(word, value) || sameWord(word, label),
      )?.value,
  );
  const values = chosen.filter((value) => value !== undefined);
  if (text !== "" && values.length > 0 && values.length === words.length)
    return { answer: { values: [...new Set(values)] } };
  if (text !== "" && (allowCustom || options.length === 0)) return { answer: { values: [], text } };
  const range =
    options.length === 0 ? "" : select === "many" ? "numbers, such as 1,2" : `a number, 1-${options.length}`;
  const own = allowCustom || options.length === 0 ? "your own text" : "";
  return { expected: [range, own].filter((part) => part !== "").join(", or ") };
}

function sameWord(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
