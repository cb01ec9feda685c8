import type { AgentTask, TaskStatus, TokenUsage } from "@wield/core";
import type { AgentEvent } from "../events/agent-event.ts";
import type { AgentSession, TurnEnd } from "../agent-session.ts";
import { addUsage } from "../turn/add-usage.ts";
import { NO_USAGE } from "../turn/turn-state.ts";
import type { Worktree } from "./worktrees.ts";

/** One sub-agent and its work. */
export class SubTask {
  readonly id: string;
  readonly prompt: string;
  readonly sessionId: string;
  readonly notes: string[] = [];
  /** Where text came from that it saw. */
  readonly origins = new Set<string>();
  session: AgentSession | undefined;
  /** Aborted to stop what it does now. */
  stopping = new AbortController();
  /** Resolves when what it does now has ended. */
  work: Promise<void> = Promise.resolve();
  status: TaskStatus = "running";
  worktree: Worktree | undefined;
  answer: string | undefined;
  reason: string | undefined;
  wasLimited = false;
  usage: TokenUsage = NO_USAGE;
  #turns = 0;
  #turnsBefore = 0;
  #calls = 0;
  #startedAt: number;
  #seconds = 0;

  constructor(given: {
    readonly id: string;
    readonly prompt: string;
    readonly sessionId: string;
    readonly now: number;
  }) {
    this.id = given.id;
    this.prompt = given.prompt;
    this.sessionId = given.sessionId;
    this.#startedAt = given.now;
  }

  /** Follows its conversation. */
  note(event: AgentEvent): void {
    if (event.type === "usage") {
      this.#turns = this.#turnsBefore + event.steps;
      this.usage = addUsage(this.usage, event.usage);
    } else if (event.type === "tool_call") this.#calls += 1;
  }

  begin(now: number): void {
    this.status = "running";
    this.stopping = new AbortController();
    this.reason = undefined;
    this.wasLimited = false;
    this.#turnsBefore = this.#turns;
    this.#startedAt = now;
  }

  end(end: TurnEnd, now: number): void {
    this.#seconds = this.#secondsUntil(now);
    this.answer = end.answer.trim() === "" ? undefined : end.answer;
    this.reason = end.error ?? end.reason;
    this.wasLimited = end.reason !== "done" && end.reason !== "cancelled" && end.reason !== "model_error";
    if (end.reason === "cancelled") this.status = "stopped";
    else this.status = end.reason === "model_error" ? "error" : "done";
  }

  fail(reason: string, now: number): void {
    this.#seconds = this.#secondsUntil(now);
    this.reason = reason;
    this.status = "error";
  }

  view(now: number): AgentTask {
    const { id, status, prompt, usage, answer, reason, wasLimited, worktree, notes } = this;
    return {
      id,
      status,
      prompt,
      turns: this.#turns,
      calls: this.#calls,
      seconds: status === "running" ? this.#secondsUntil(now) : this.#seconds,
      usage,
      ...(answer === undefined ? {} : { answer }),
      ...(reason === undefined ? {} : { reason }),
      wasLimited,
      ...(worktree === undefined ? {} : { worktree: { folder: worktree.folder, branch: worktree.branch } }),
      notes: [...notes],
    };
  }

  #secondsUntil(now: number): number {
    return Math.max(0, now - this.#startedAt) / 1000;
  }
}
