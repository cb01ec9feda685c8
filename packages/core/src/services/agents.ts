import type { Outcome } from "../contract/result.ts";
import type { TokenUsage } from "../ports/model.ts";
import { defineService } from "./service.ts";

/** A subtask for a sub-agent, which sees nothing else of the conversation. */
export interface Delegation {
  readonly prompt: string;
  /** Put before the prompt. */
  readonly contextNote?: string;
  /** A configured role. */
  readonly role?: string;
  readonly toolset?: string;
  /** Most model requests it may make; at least 1. */
  readonly maxTurns: number;
  /** Work in a git worktree of its own. */
  readonly isIsolated: boolean;
}

export type TaskStatus = "running" | "done" | "error" | "stopped";

/** What is known of a sub-agent. */
export interface AgentTask {
  /** Such as `task_1f2e`. */
  readonly id: string;
  readonly status: TaskStatus;
  readonly prompt: string;
  /** Model requests it has made. */
  readonly turns: number;
  readonly calls: number;
  readonly seconds: number;
  readonly usage: TokenUsage;
  /** The newest text it gave as an answer. */
  readonly answer?: string;
  /** Why it ended without one, or before its work was done. */
  readonly reason?: string;
  /** It ended by a limit of its own, not because it was done. */
  readonly wasLimited: boolean;
  readonly worktree?: { readonly folder: string; readonly branch: string };
  /** Things to tell: a toolset that was cut, isolation that was not possible. */
  readonly notes: readonly string[];
}

/**
 * The sub-agents of this conversation. Their rights are never wider than those of the caller. What an answer was made
 * of is kept: one that saw text from outside is text from outside.
 */
export interface Agents {
  /** Most model requests a sub-agent may be given. */
  readonly maxTurns: number;
  /** Runs it to its end. Fails with `unknown_role`, `unknown_toolset`, `agent_failed` when no model is to be had. */
  run(delegation: Delegation): Promise<Outcome<AgentTask>>;
  /** Starts it and returns at once. Fails as `run` does. */
  start(delegation: Delegation): Promise<Outcome<AgentTask>>;
  /** Those in the background, newest first. */
  list(): Promise<readonly AgentTask[]>;
  /** Fails with `unknown_task`, the known ones as hint. Says that its answer is shown. */
  get(id: string): Promise<Outcome<AgentTask>>;
  /** Goes on with a conversation that has ended. Fails with `unknown_task`, `still_running`, `agent_failed`. */
  send(id: string, message: string): Promise<Outcome<AgentTask>>;
  /** Resolves when it has ended. Fails with `unknown_task`. */
  stop(id: string): Promise<Outcome<{ readonly task: AgentTask; readonly hadEnded: boolean }>>;
}

export const Agents = defineService<Agents>()("agents");
