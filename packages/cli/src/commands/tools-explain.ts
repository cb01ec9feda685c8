import type { CallExplanation } from "@wield/core";
import type { RunCommand } from "../argv/command-spec.ts";
import { USAGE_EXIT } from "../outcome/exit-code.ts";
import { printProblem } from "../outcome/print-problem.ts";
import { withRuntime } from "../start/with-runtime.ts";
import { jsonText } from "../terminal/json-text.ts";
import { readCallInput } from "../argv/read-call-input.ts";

const DECISIONS: Readonly<Record<CallExplanation["decision"], string>> = {
  run: "would run",
  ask: "would be asked for",
  deny: "would be denied",
  refused: "would not get as far as the guards",
};

/** `wield tools explain TOOL key=value … | JSON` */
export const run: RunCommand = (input) =>
  withRuntime(input, {}, async (runtime) => {
    const { io, flags, operands } = input;
    const [name = "", ...words] = operands;
    const made = await readCallInput(words, { tool: runtime.registry.get(name)?.tool, command: input });
    if (!made.ok) return printProblem(made, io.err, USAGE_EXIT);
    const sessionId = runtime.store.commandLineSession(runtime.workspaceRoot);
    const conversation = runtime.conversation({ sessionId, caller: "cli", surface: "terminal" }).snapshot();
    const explained = await runtime.pipeline.explain({ tool: name, ...made.value }, conversation);
    if (flags.has("json")) io.out.line(jsonText(explained));
    else for (const line of linesOf(explained)) io.out.line(io.out.foreign(line));
    return 0;
  });

function reasonFor({ decision }: CallExplanation): string {
  return decision === "run" ? ": no guard asks or denies" : "";
}

function linesOf(explained: CallExplanation): readonly string[] {
  const because = explained.reason === undefined ? reasonFor(explained) : `: ${explained.reason}`;
  const effects = explained.effects.flatMap(({ words, real, parts = [] }) => [
    `  ${words}${real === undefined ? "" : `  (${real})`}`,
    ...parts.map((part) => `    ${part}`),
  ]);
  const widest = Math.max(0, ...explained.answers.map(({ guard }) => guard.length));
  const answers = explained.answers.map(
    ({ guard, answer, reason }) =>
      `  ${guard.padEnd(widest)}  ${answer}${reason === undefined ? "" : `: ${reason}`}`,
  );
  return [
    `${explained.tool} ${DECISIONS[explained.decision]}${because}`,
    ...(effects.length === 0 ? [] : ["effects", ...effects]),
    ...(answers.length === 0 ? [] : ["guards", ...answers]),
    ...(explained.rule === undefined ? [] : [`the answer always would save: ${explained.rule}`]),
  ];
}
