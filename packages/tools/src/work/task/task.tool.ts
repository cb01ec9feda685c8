import { Agents, defineTool, fail, ok } from "@wield/core";
import type { Agents as AgentsService, AgentTask } from "@wield/core";
import * as z from "zod";
import { AGENT_CODES, taskLine, timesOf } from "../task-text.ts";

const ACTIONS = ["list", "status", "output", "send", "stop"] as const;

const shown = z.strictObject({
  id: z.string(),
  status: z.enum(["running", "done", "error", "stopped"]),
  prompt: z.string(),
  turns: z.int(),
  seconds: z.number(),
  answer: z.string().optional(),
});

export default defineTool({
  name: "task",
  description:
    "Look after background sub-agents: list, status, output, send a follow-up, stop. Their end is announced; do not poll.",
  input: z.strictObject({
    action: z.enum(ACTIONS).describe("What to do."),
    id: z.string().optional().describe("Task id such as task_1f2e."),
    message: z.string().optional().describe("What to tell the finished sub-agent."),
  }),
  output: z.strictObject({ tasks: z.array(shown).optional(), task: shown.optional() }),
  mutates: "depends",
  effects: ({ action, id = "" }) =>
    action === "send" || action === "stop" ? [{ kind: "agent", label: `${action} ${id}` }] : [],
  needs: [Agents],
  timeoutMs: 60_000,
  codes: {
    agent_failed: AGENT_CODES.agent_failed,
    unknown_task: "This session has no background task of that id.",
    still_running: "The sub-agent works; it can be told something once it has ended.",
  },
  examples: [
    { input: { action: "list" } },
    { input: { action: "output", id: "task_1f2e" }, note: "After its end was announced." },
  ],
  async run({ action, id, message }, { agents }) {
    if (action === "list") {
      const tasks = await agents.list();
      const text = tasks.length === 0 ? "No background tasks." : tasks.map(taskLine).join("\n");
      return ok(text, { tasks: tasks.map(dataOf) });
    }
    if (id === undefined) {
      return fail("invalid_arguments", `invalid arguments: ${action} needs id`, {
        hint: "list shows the tasks.",
      });
    }
    switch (action) {
      case "status":
      case "output":
        return look(agents, action, id);
      case "send": {
        if (message === undefined || message.trim() === "") {
          return fail(
            "invalid_arguments",
            "invalid arguments: send needs message, which is missing or blank",
          );
        }
        const sent = await agents.send(id, message);
        return sent.ok ? ok(`Sent; ${id} is running again`, { task: dataOf(sent.value) }) : sent;
      }
      case "stop": {
        const stopped = await agents.stop(id);
        if (!stopped.ok) return stopped;
        const { task, hadEnded } = stopped.value;
        const text = hadEnded ? `${id} had already ended (${task.status})` : `Stopped ${id}`;
        return ok(text, { task: dataOf(task) });
      }
    }
  },
});

async function look(agents: AgentsService, action: "status" | "output", id: string) {
  const found = await agents.get(id);
  if (!found.ok) return found;
  const task = found.value;
  if (action === "status") return ok(taskLine(task), { task: dataOf(task) });
  switch (task.status) {
    case "running":
      return ok(`still running (${timesOf(task)}); its end is announced`, { task: dataOf(task) });
    case "stopped":
      return ok("stopped; no answer", { task: dataOf(task) });
    case "error":
      return fail("agent_failed", `the model failed: ${task.reason ?? "no reason was given"}`);
    case "done":
      return ok(task.answer === undefined || task.answer.trim() === "" ? "(no output)" : task.answer, {
        task: dataOf(task),
      });
  }
}

function dataOf({ id, status, prompt, turns, seconds, answer }: AgentTask) {
  return {
    id,
    status,
    prompt,
    turns,
    seconds: Math.round(seconds * 10) / 10,
    ...(answer === undefined ? {} : { answer }),
  };
}
