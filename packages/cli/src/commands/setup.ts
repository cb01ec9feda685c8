import { chosenProvider, tryModel, writeChoice, type ModelChoice } from "@wield/app";
import type { CommandInput, RunCommand } from "../argv/command-spec.ts";
import { END_OF_INPUT, readAnswerOnTerminal } from "../approvals/read-answer-on-terminal.ts";
import { placesOf } from "../mcp-servers/places-of.ts";
import { USAGE_EXIT } from "../outcome/exit-code.ts";
import { printProblem } from "../outcome/print-problem.ts";
import { askChoice, type SetupPerson } from "../setup/ask-choice.ts";
import { completeChoice, givenByFlags } from "../setup/choice-from-flags.ts";
import { readHidden } from "../setup/hidden-answer.ts";

/** `wield setup`: a provider, its key and a model; tried with one call, then written. */
export const run: RunCommand = async (input) => {
  const { io, flags } = input;
  const places = placesOf(input);
  if (!places.ok) return printProblem(places, io.err, USAGE_EXIT);
  const given = await givenByFlags(input);
  if (!given.ok) return printProblem(given, io.err, USAGE_EXIT);
  const person = io.canAsk && !flags.has("key-stdin") ? personAt(input) : undefined;
  const choice =
    person === undefined
      ? await completeChoice(given.value, input)
      : await askChoice(given.value, person, input);
  if (!choice.ok) return printProblem(choice, io.err, choice.code === "left" ? 1 : USAGE_EXIT);

  if (!flags.has("no-test") && !(await works(choice.value, input, person))) return 1;
  const written = await writeChoice(choice.value, places.value);
  if (!written.ok) return printProblem(written, io.err);
  const { provider, modelName } = choice.value;
  io.out.line(
    `model: ${io.out.foreign(`${provider}/${modelName}`)}  (${written.value.map((file) => io.out.foreign(file)).join(", ")})`,
  );
  await warnOfOtherKey(choice.value, input);
  return 0;
};

/** One call. A person may keep a choice that did not work: the server may be down just now. */
async function works(
  choice: ModelChoice,
  { io, env }: CommandInput,
  person: SetupPerson | undefined,
): Promise<boolean> {
  io.err.line(`Asking ${io.err.foreign(`${choice.provider}/${choice.modelName}`)} once…`);
  const tried = await tryModel(choice, { env });
  if (tried.ok) {
    io.err.line(io.err.colours.green(`It answers: ${io.err.foreign(tried.value.slice(0, 100))}`));
    return true;
  }
  printProblem(tried, io.err);
  const answer = await person?.ask("write it all the same? [y/N] ");
  if (answer !== undefined && /^\s*y(es)?\s*$/i.test(answer)) return true;
  io.err.line("Nothing was written.");
  return false;
}

/** The environment goes before what is stored. */
async function warnOfOtherKey(choice: ModelChoice, { io, env }: CommandInput): Promise<void> {
  if (choice.key === undefined) return;
  const { key: _, ...rest } = choice;
  const found = await chosenProvider(rest, { env });
  if (!found.ok || found.value.key === undefined || found.value.key === choice.key) return;
  io.err.line(
    io.err.colours.yellow(
      `${found.value.keyVariable ?? "the environment"} holds another key, which goes before the stored one.`,
    ),
  );
}

function personAt({ io }: CommandInput): SetupPerson {
  const read = readAnswerOnTerminal(io, () => undefined);
  return {
    async ask(prompt) {
      const answer = await read(prompt, new AbortController().signal);
      return answer === END_OF_INPUT ? undefined : answer;
    },
    askHidden: (prompt) => readHidden(io, prompt),
    say: (line) => io.err.line(io.err.foreign(line)),
  };
}
