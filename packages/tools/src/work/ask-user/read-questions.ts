import { fail, quote, value } from "@wield/core";
import type { Outcome, Question } from "@wield/core";

interface GivenOption {
  readonly value: string;
  readonly label?: string | undefined;
  readonly detail?: string | undefined;
}

interface GivenQuestion {
  readonly question: string;
  readonly header?: string | undefined;
  readonly options?: readonly GivenOption[] | undefined;
  readonly select: "one" | "many";
  readonly allow_custom: boolean;
}

export interface GivenQuestions extends Omit<GivenQuestion, "question" | "header"> {
  readonly question?: string | undefined;
  readonly questions?: readonly GivenQuestion[] | undefined;
}

/** The questions of a call in one form. Fails with `invalid_arguments` for what the schema cannot say. */
export function readQuestions(input: GivenQuestions): Outcome<readonly Question[]> {
  const { question, questions, ...rest } = input;
  if (question !== undefined && questions !== undefined)
    return invalid("give question or questions, not both");
  if (questions !== undefined && (rest.options?.length ?? 0) > 0) {
    return invalid("with questions, options stands inside each of them");
  }
  const given = questions ?? (question === undefined ? [] : [{ ...rest, question }]);
  if (given.length === 0) return invalid("question is missing");
  for (const [index, one] of given.entries()) {
    const fault = faultOf(one);
    if (fault !== undefined)
      return invalid(questions === undefined ? fault : `questions[${index}]: ${fault}`);
  }
  return value(given.map(toQuestion));
}

function faultOf({ question, options = [] }: GivenQuestion): string | undefined {
  if (question.trim() === "") return "question must not be blank";
  if (options.length === 1) return "options must be none or at least 2, but 1 came";
  const seen = new Set<string>();
  for (const { value: one } of options) {
    const plain = one.trim();
    if (plain === "") return "a value of options must not be blank";
    if (seen.has(plain)) return `options hold the value ${quote(plain)} twice`;
    seen.add(plain);
  }
  return undefined;
}

function toQuestion(given: GivenQuestion): Question {
  return {
    question: given.question,
    ...(given.header === undefined ? {} : { header: given.header }),
    options: (given.options ?? []).map(({ value: one, label, detail }) => ({
      value: one,
      label: label === undefined || label.trim() === "" ? one : label,
      ...(detail === undefined ? {} : { detail }),
    })),
    select: given.select,
    allowCustom: given.allow_custom,
  };
}

function invalid(what: string): Outcome<never> {
  return fail("invalid_arguments", `invalid arguments: ${what}`, {
    hint: "give question with none or 2 to 10 options, or 1 to 3 questions.",
  });
}
