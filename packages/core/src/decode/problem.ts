import { listNames, quote } from "../text/quote.ts";

/** One thing wrong with a call's arguments. */
interface Problem {
  readonly message: string;
  readonly hint?: string;
  /** The required parameters of the object in which one is missing, with their place. */
  readonly required?: readonly string[];
}

const MOST_PROBLEMS = 5;

/** Gathers problems. Only the first few are worded: there can be as many as a model can write. */
export interface ProblemList {
  add(word: () => Problem): void;
  readonly count: number;
  readonly worded: readonly Problem[];
}

export function createProblemList(): ProblemList {
  const worded: Problem[] = [];
  let count = 0;
  return {
    worded,
    get count() {
      return count;
    },
    add: (word) => {
      count += 1;
      if (worded.length < MOST_PROBLEMS) worded.push(word());
    },
  };
}

export interface ParameterList {
  readonly tool: string;
  readonly required: readonly string[];
  readonly optional: readonly string[];
}

/** One sentence for all problems of a call, and one hint that can be acted on. */
export function describeProblems(
  problems: ProblemList,
  parameters: ParameterList,
): { message: string; hint: string } {
  const shown = problems.worded.map((problem) => problem.message);
  const more = problems.count - shown.length;
  if (more > 0) shown.push(`and ${more} more`);
  const required = [...new Set(problems.worded.flatMap((problem) => problem.required ?? []))];
  if (required.length > 0) shown.push(`required: ${listNames(required)}`);
  const hints = problems.worded.flatMap((problem) => problem.hint ?? []);
  const accepted = [...parameters.required.map((name) => `${name} (required)`), ...parameters.optional];
  const accepts =
    accepted.length === 0
      ? `${parameters.tool} takes no parameters.`
      : `${parameters.tool} accepts ${listNames(accepted)}.`;
  return {
    message: `invalid arguments: ${shown.join("; ")}.`,
    hint: [...new Set(hints), accepts].join(" "),
  };
}

/** A parameter's place as it stands in a message. */
export function showPath(path: string): string {
  return path.length <= 80 ? path : quote(path);
}
