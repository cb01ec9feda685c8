import type { Message, ModelRequest } from "@wield/core";
import type { ScriptedStep } from "@wield/testkit";

/** Files of the repository before the task. Each step of four looks for one, reads it and changes it. */
export const FILES = Array.from({ length: 10 }, (_none, index) => ({
  path: `src/part-${index}.ts`,
  before: `// TODO ${index}: name it\nexport const part${index} = ${index};\n`,
  after: `// Part ${index}.\nexport const part${index} = ${index};\n`,
}));

export interface PlannedStep {
  readonly tool: string;
  readonly input: Record<string, string | number>;
  /** Of an edit: what the file holds once it was made. */
  readonly marks?: { readonly path: string; readonly text: string };
}

/** 40 steps: list, search, read and edit, for each of ten files. */
export const PLAN: readonly PlannedStep[] = FILES.flatMap(({ path }, index) => [
  { tool: "list_files", input: { path: "src", offset: index } },
  { tool: "grep", input: { pattern: `TODO ${index}:`, path: "src" } },
  { tool: "read_file", input: { path } },
  {
    tool: "edit_file",
    input: { path, old_string: `// TODO ${index}: name it`, new_string: `// Part ${index}.` },
    marks: { path, text: `// Part ${index}.` },
  },
]);

/**
 * A model that follows the plan by what it sees of its conversation. After an interruption it looks first whether the
 * change was made, as it is told that it may have happened.
 */
export function nextStep({ messages }: ModelRequest): ScriptedStep {
  for (const step of PLAN) {
    const seen = resultsOf(messages, step);
    if (seen.some(({ status }) => status === "ok")) continue;
    const interruption = seen.findLast(({ text }) => text.startsWith("interrupted:"));
    if (interruption === undefined || step.marks === undefined) return call(step);
    const { path, text } = step.marks;
    const looked = resultsOf(messages, { tool: "read_file", input: { path, limit: 50 } });
    if (looked.length === 0) return call({ tool: "read_file", input: { path, limit: 50 } });
    if (!looked.some((result) => result.text.includes(text))) return call(step);
  }
  return "All parts are named.";
}

function call({ tool, input }: PlannedStep): ScriptedStep {
  return { calls: [{ tool, input }] };
}

function resultsOf(messages: readonly Message[], { tool, input }: PlannedStep) {
  const rawInput = JSON.stringify(input);
  const ids = new Set(
    messages.flatMap((message) =>
      message.role === "assistant"
        ? message.parts.flatMap((part) =>
            part.kind === "call" && part.tool === tool && part.rawInput === rawInput ? [part.callId] : [],
          )
        : [],
    ),
  );
  return messages.filter((message) => message.role === "result").filter(({ callId }) => ids.has(callId));
}
