import type { CallExplanation, PermissionRule } from "@wield/core";
import { defineTool } from "@wield/core";
import { createTestBench, type TestBench } from "@wield/testkit";
import { z } from "zod";

const terminal = defineTool({
  name: "terminal",
  description: "Runs a command line, as far as guards see it.",
  input: z.strictObject({ command: z.string().describe("The line.") }),
  mutates: "depends",
  effects: ({ command }) => [{ kind: "run", command }],
  run: () => "never run here",
});

export interface Decider {
  decide(line: string, rules: readonly PermissionRule[]): Promise<CallExplanation>;
  readonly bench: TestBench;
  close(): Promise<void>;
}

/** Asks the pipeline what it would decide about a line, in mode `prompt`. Nothing is run. */
export async function makeDecider(): Promise<Decider> {
  const bench = await createTestBench({ tools: [terminal], files: { "a.txt": "a", "sub/b.txt": "b" } });
  return {
    decide: (command, rules) =>
      bench.pipeline.explain(
        { tool: "terminal", input: { command } },
        bench.conversation({ settings: { approvalMode: "prompt", rules } }),
      ),
    bench,
    close: () => bench.dispose(),
  };
}
