import type { AgentTask } from "@wield/core";
import { shorten } from "../text/shorten.ts";

const PROMPT_CHARACTERS = 60;

/** Codes of both tools. */
export const AGENT_CODES = {
  agent_failed: "The sub-agent's model failed, or none could be had.",
  no_answer: "The sub-agent ended without an answer.",
  unknown_role: "No role of that name is configured.",
  unknown_toolset: "There is no toolset of that name.",
} as const;

/** `task_1f2e — running (3 turns, 20 s): compare the parsers` */
export function taskLine(task: AgentTask): string {
  return `${task.id} — ${task.status} (${timesOf(task)}): ${promptStart(task.prompt)}`;
}

export function timesOf({ turns, seconds }: AgentTask): string {
  return `${turns} turns, ${Math.round(seconds)} s`;
}

export function promptStart(prompt: string): string {
  return shorten(prompt.replaceAll(/\s+/g, " ").trim(), PROMPT_CHARACTERS);
}
