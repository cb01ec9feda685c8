import { openModelFromConfig } from "@wield/app";
import type { Runtime } from "@wield/app";
import { fail, value } from "@wield/core";
import type { ImageBlock, ModelPort, Outcome } from "@wield/core";
import { flagValues } from "../argv/flag-values.ts";
import type { CommandInput, RunCommand } from "../argv/command-spec.ts";
import { USAGE_EXIT } from "../outcome/exit-code.ts";
import { MANUAL } from "../chat/slash/show-help.ts";
import { printProblem } from "../outcome/print-problem.ts";
import { openRun } from "../run/open-run.ts";
import { readPicture } from "../run/read-picture.ts";
import { readTask } from "../run/read-task.ts";
import { jsonOutput, textOutput } from "../run/run-output.ts";
import { runTask } from "../run/run-task.ts";
import { firstConversation } from "../sessions/first-conversation.ts";
import { guardDescriptor } from "../start/guard-descriptor.ts";
import { watchSignals } from "../start/watch-signals.ts";
import { withRuntime } from "../start/with-runtime.ts";

/** `wield run TASK` */
export const run: RunCommand = (input) =>
  runWith(input, (runtime, { env, cwd }) => openModelFromConfig(runtime, { env, cwd }));

/** A run with models from wherever. */
export async function runWith(
  input: CommandInput,
  modelsOf: (runtime: Runtime, input: CommandInput) => (id: string) => Promise<Outcome<ModelPort>>,
): Promise<number> {
  const { io, flags } = input;
  const isQuiet = flags.has("quiet");
  // What tools and programs print must not stand between the lines of the output.
  guardDescriptor();
  const signals = watchSignals();
  try {
    const given = await readGiven(input);
    if (!given.ok) return printProblem(given, io.err, USAGE_EXIT);
    return await withRuntime(input, { isQuiet }, async (runtime) => {
      const first = await firstConversation(runtime, input);
      if (!first.ok) return printProblem(first, io.err, USAGE_EXIT);
      const { maxSteps, task, images } = given.value;
      const opened = await openRun(runtime, {
        first: first.value,
        models: modelsOf(runtime, input),
        flags,
        ...(maxSteps === undefined ? {} : { maxSteps }),
      });
      if (!opened.ok) return printProblem(opened, io.err, USAGE_EXIT);
      const session = opened.value;
      if (session.model === MANUAL) {
        await session.close();
        const hint = "wield setup configures one; wield call makes a single call without a model.";
        return printProblem({ message: "no model is configured", hint }, io.err, USAGE_EXIT);
      }
      const output = flags.has("json") ? jsonOutput(io) : textOutput(io, isQuiet);
      const code = await runTask({ session, text: task, images, output, signals, io });
      if (!isQuiet && !flags.has("json"))
        io.err.line(io.err.colours.dim(`  wield --resume ${session.id} goes on with it`));
      return code;
    });
  } finally {
    signals.stop();
  }
}

interface Given {
  readonly task: string;
  readonly images: readonly ImageBlock[];
  readonly maxSteps?: number;
}

/** All that the command line and standard input give, checked before anything is opened. */
async function readGiven({ operands, flags, io, cwd }: CommandInput): Promise<Outcome<Given>> {
  const steps = flags.get("max-steps");
  if (steps !== undefined && !/^[1-9][0-9]{0,5}$/.test(steps))
    return fail("wrong_usage", `--max-steps ${steps}: a whole number from 1 on is expected`);
  const read = await Promise.all(flagValues(flags, "image").map((path) => readPicture(path, cwd)));
  const broken = read.find((picture) => !picture.ok);
  if (broken !== undefined && !broken.ok) return broken;
  const task = await readTask(operands.join(" "), io);
  if (!task.ok) return task;
  return value({
    task: task.value,
    images: read.flatMap((picture) => (picture.ok ? [picture.value] : [])),
    ...(steps === undefined ? {} : { maxSteps: Number(steps) }),
  });
}
