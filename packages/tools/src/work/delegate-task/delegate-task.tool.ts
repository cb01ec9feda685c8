import { Agents, bounded, defineTool, fail, ok } from "@wield/core";
import type { AgentTask } from "@wield/core";
import * as z from "zod";
import { AGENT_CODES, promptStart } from "../task-text.ts";

const DEFAULT_TURNS = 20;

export default defineTool({
  name: "delegate_task",
  description:
    "Give a self-contained subtask to a sub-agent with a fresh context. It sees only prompt and context_note, so write all it needs; only its final answer comes back. Good for research that would fill this conversation.",
  input: z.strictObject({
    prompt: z.string().describe("The whole task: goal, facts, paths, form of the answer."),
    role: z
      .string()
      .optional()
      .describe("Role to take; the roles are listed in the prompt when there are any."),
    toolset: z.string().optional().describe("Tools for the sub-agent; never more than yours."),
    max_turns: bounded(z.int().default(DEFAULT_TURNS), { min: 1, outside: "default" }).describe(
      "Most model requests it may make.",
    ),
    context_note: z.string().max(4000).optional().describe("Extra facts to put before the prompt."),
    isolate: z.boolean().default(false).describe("Work in a separate git worktree."),
    background: z.boolean().default(false).describe("Return at once with a task id; its end is announced."),
  }),
  output: z.strictObject({
    task_id: z.string(),
    status: z.enum(["running", "done", "error", "stopped"]),
    turns: z.int(),
    calls: z.int(),
    seconds: z.number(),
    usage: z.strictObject({ input: z.int(), output: z.int(), cached: z.int() }),
    worktree: z.strictObject({ folder: z.string(), branch: z.string() }).optional(),
  }),
  mutates: true,
  effects: ({ prompt }) => [{ kind: "agent", label: promptStart(prompt) }],
  needs: [Agents],
  timeoutMs: 1_800_000,
  codes: AGENT_CODES,
  examples: [
    {
      input: {
        prompt: "Find where src/ parses dates and which formats are accepted. Answer with paths and a list.",
        toolset: "minimal",
      },
      note: "Everything it needs stands in the prompt.",
    },
  ],
  async run(input, { agents, signal }) {
    const { prompt, background, context_note: contextNote, role, toolset } = input;
    if (prompt.trim() === "") {
      return fail("invalid_arguments", "invalid arguments: prompt is blank", {
        hint: "write the whole task: the sub-agent sees nothing else.",
      });
    }
    const maxTurns = Math.min(input.max_turns, agents.maxTurns);
    const delegation = {
      prompt,
      ...(contextNote === undefined ? {} : { contextNote }),
      ...(role === undefined ? {} : { role }),
      ...(toolset === undefined ? {} : { toolset }),
      maxTurns,
      isIsolated: input.isolate,
    };
    const cut =
      maxTurns === input.max_turns ? [] : [`max_turns ${input.max_turns} was clamped to ${maxTurns}`];
    if (background) {
      const started = await agents.start(delegation);
      if (!started.ok) return started;
      const task = started.value;
      return ok(`Started ${task.id}: ${promptStart(prompt)}`, dataOf(task), {
        notes: [...cut, ...task.notes],
      });
    }
    const ended = await agents.run(delegation);
    if (!ended.ok) return ended;
    return resultOf(ended.value, { cut, isTimedOut: isTimeout(signal) });
  },
});

function resultOf(
  task: AgentTask,
  { cut, isTimedOut }: { readonly cut: readonly string[]; readonly isTimedOut: boolean },
) {
  const { answer, reason = "no reason was given", turns, calls, seconds } = task;
  const hasAnswer = answer !== undefined && answer.trim() !== "";
  if (isTimedOut) {
    const last = hasAnswer ? `; its last text: ${answer}` : "";
    return fail("timeout", `the sub-agent did not finish in time${last}`, {
      hint: "give it a smaller task, or raise tools.timeouts.delegate_task.",
    });
  }
  if (task.status === "error") return fail("agent_failed", `the model failed: ${reason}`);
  if (!hasAnswer) {
    return fail("no_answer", `the sub-agent ended without an answer: ${reason}`, {
      hint: "give it a smaller task, or more turns.",
    });
  }
  const notes = [
    ...cut,
    ...task.notes,
    ...(task.wasLimited ? [`stopped after ${turns} turns`] : []),
    `sub-agent: ${turns} turns, ${calls} calls, ${Math.round(seconds)} s`,
    ...(task.worktree === undefined
      ? []
      : [`worktree: ${task.worktree.folder}, branch ${task.worktree.branch}`]),
  ];
  return ok(answer, dataOf(task), { notes });
}

function dataOf({ id, status, turns, calls, seconds, usage, worktree }: AgentTask) {
  return {
    task_id: id,
    status,
    turns,
    calls,
    seconds: Math.round(seconds * 10) / 10,
    usage: { input: usage.input, output: usage.output, cached: usage.cached },
    ...(worktree === undefined ? {} : { worktree: { folder: worktree.folder, branch: worktree.branch } }),
  };
}

function isTimeout({ aborted, reason }: AbortSignal): boolean {
  return aborted && reason instanceof Error && reason.name === "TimeoutError";
}
