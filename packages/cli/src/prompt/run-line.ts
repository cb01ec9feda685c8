import { resolve } from "node:path";
import { callInput } from "@wield/core";
import { exitCodeOf, USAGE_EXIT } from "../outcome/exit-code.ts";
import { printOutcome } from "../outcome/print-outcome.ts";
import { printProblem } from "../outcome/print-problem.ts";
import { readTextFile } from "../words/read-text-file.ts";
import type { LineEnd, PromptWorld } from "./prompt-world.ts";
import { readPromptLine } from "./read-prompt-line.ts";
import { runSlashCommand } from "./run-slash-command.ts";

const CALL_HELP = `type a call: a tool's name, then key=value or JSON, such as
  read_file path=README.md limit=20
  read_file {"path": "README.md"}
/tools lists the tools, /help tells more`;

/** Carries out one line: a call, a slash command, or the answer that it is neither. */
export async function runLine(line: string, world: PromptWorld, signal: AbortSignal): Promise<LineEnd> {
  const conversation = world.handle.snapshot();
  const knownTool = (name: string) =>
    conversation.tools.active.get(name)?.tool ?? world.runtime.registry.get(name)?.tool;
  const read = readPromptLine(line, knownTool);
  switch (read.kind) {
    case "empty":
      return { code: 0 };
    case "command":
      return runSlashCommand(read, world, signal);
    case "text":
      world.err.line(CALL_HELP);
      return { code: USAGE_EXIT };
    case "mistake":
      return { code: printProblem(read, world.err, USAGE_EXIT) };
    case "words":
    case "json": {
      const tool = knownTool(read.tool);
      const input =
        read.kind === "json"
          ? { ok: true as const, value: read.text }
          : callInput(read.words, {
              ...(tool === undefined ? {} : { tool }),
              readFile: (path) => readTextFile(resolve(world.cwd, path)),
            });
      if (!input.ok) return { code: printProblem(input, world.err, USAGE_EXIT) };
      const { onProgress } = world;
      const outcome = await world.runtime.pipeline.call(
        { tool: read.tool, input: input.value, signal, ...(onProgress === undefined ? {} : { onProgress }) },
        conversation,
      );
      printOutcome(outcome, world);
      return { code: exitCodeOf(outcome) };
    }
  }
}
