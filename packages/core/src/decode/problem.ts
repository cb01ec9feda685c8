import { nearestName } from "../text/nearest.ts";
import { listNames, quote } from "../text/quote.ts";

/** One thing wrong with a call's arguments. */
export interface Problem {
  readonly message: string;
  readonly hint?: string;
}

const MOST_PROBLEMS = 5;

export function missing(path: string): Problem {
  return { message: `${path} is required` };
}

export function wrongType(path: string, expected: string, came: unknown): Problem {
  return { message: `${path} must be ${expected}, but ${quote(came)} came` };
}

export function unknownName(tool: string, path: string, known: readonly string[]): Problem {
  const name = path.slice(path.lastIndexOf(".") + 1);
  const near = nearestName(name, known);
  return {
    message: `${tool} has no parameter ${quote(path)}`,
    ...(near === undefined ? {} : { hint: `did you mean "${near}"?` }),
  };
}

export interface ParameterList {
  readonly tool: string;
  readonly required: readonly string[];
  readonly optional: readonly string[];
}

/** One sentence for all problems of a call, and one hint that can be acted on. */
export function describeProblems(
  problems: readonly Problem[],
  parameters: ParameterList,
): { message: string; hint: string } {
  const shown = problems.slice(0, MOST_PROBLEMS).map((problem) => problem.message);
  if (problems.length > MOST_PROBLEMS) shown.push(`and ${problems.length - MOST_PROBLEMS} more`);
  const isMissing = problems.some((problem) => problem.message.endsWith(" is required"));
  const required =
    isMissing && parameters.required.length > 0 ? `; required: ${parameters.required.join(", ")}` : "";
  const hints = problems.flatMap((problem) => problem.hint ?? []);
  const accepted = [...parameters.required.map((name) => `${name} (required)`), ...parameters.optional];
  const accepts =
    accepted.length === 0
      ? `${parameters.tool} takes no parameters.`
      : `${parameters.tool} accepts ${listNames(accepted)}.`;
  return {
    message: `invalid arguments: ${shown.join("; ")}${required}.`,
    hint: [...new Set(hints), accepts].join(" "),
  };
}
