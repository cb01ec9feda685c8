import { resolve } from "node:path";
import type { AgentSession, TurnEnd, TurnInput } from "@wield/agent";
import {
  type ApprovalChoice,
  type ApprovalRequest,
  type Asker,
  type ModelPort,
  type Outcome,
  type ServiceProvider,
  type ToolDefinition,
  value,
} from "@wield/core";
import { openModelFromConfig } from "../models/open-model-from-config.ts";
import { openRuntime } from "../open-runtime.ts";
import type { Runtime } from "../runtime.ts";
import { openAgent } from "./open-agent.ts";

/** A request as people see it: what the call is, what it touches, why it is asked for. */
export type ApprovalQuestion = Omit<ApprovalRequest, "rawInput">;

export interface CreateAgentOptions {
  /** Folder it works in; default: the current one. */
  readonly workspace?: string;
  /** `provider/name` (keys come from the environment or the configuration), `auto`, or a model of your own. */
  readonly model: string | ModelPort;
  /** Tools of your own, besides those that ship. */
  readonly tools?: readonly ToolDefinition[];
  /** What your tools need. */
  readonly services?: readonly ServiceProvider[];
  /** `minimal`, `coding`, `research`, `default`, `all`, or one of the configuration. */
  readonly toolset?: string;
  /** Answers what the approval mode and the rules ask. Without it such calls are denied. */
  readonly approve?: (question: ApprovalQuestion, signal: AbortSignal) => Answer | Promise<Answer>;
  /** Where records and the configuration are; default: `WIELD_HOME`, else `~/.wield`. */
  readonly home?: string;
  /** Id of a conversation to go on with. */
  readonly resume?: string;
  /** Most model requests of one turn. */
  readonly maxSteps?: number;
  /** Default: that of the process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

type Answer = boolean | ApprovalChoice;

/** A conversation with a model on a runtime of its own. */
export interface Agent extends AsyncDisposable {
  readonly session: AgentSession;
  readonly runtime: Runtime;
  /** Runs one turn to its end. */
  send(input: string | TurnInput): Promise<TurnEnd>;
  /** Stops what runs and lets go of everything; the conversation can be resumed. */
  close(): Promise<void>;
}

/**
 * An agent for a program of yours: configuration, tools, records and model, wired. Fails with `configuration_error`,
 * `unknown_toolset`, `no_such_session`, `session_in_use`, `not_saved` and what the model needs (`no_key`, `unknown_provider`).
 */
export async function createAgent(options: CreateAgentOptions): Promise<Outcome<Agent>> {
  const { home, model, tools, services, approve } = options;
  const workspace = resolve(options.workspace ?? ".");
  const env = {
    ...(options.env ?? process.env),
    ...(home === undefined ? {} : { WIELD_HOME: resolve(home) }),
  };
  const opened = await openRuntime({
    cwd: workspace,
    env,
    flags: { workspace },
    surface: "api",
    ...(tools === undefined ? {} : { extraTools: tools }),
    ...(services === undefined ? {} : { services }),
  });
  if (!opened.ok) return opened;
  const runtime = opened.value;
  const { toolset, resume, maxSteps } = options;
  const session = await openAgent(runtime, {
    surface: "api",
    // Work that ends later starts no turn nobody waits for.
    wakes: false,
    ...(typeof model === "string"
      ? { model, models: openModelFromConfig(runtime, { env, cwd: workspace }) }
      : { model: model.facts.id, models: async () => value(model) }),
    ...(approve === undefined
      ? { noAskerReason: "the program that embeds Wield gave no approve" }
      : { askers: [askerOf(approve)] }),
    ...(toolset === undefined ? {} : { toolset }),
    ...(resume === undefined ? {} : { resume }),
    ...(maxSteps === undefined ? {} : { maxSteps }),
  });
  if (!session.ok) {
    await runtime.close();
    return session;
  }
  const close = async (): Promise<void> => {
    await session.value.close();
    await runtime.close();
  };
  return value({
    session: session.value,
    runtime,
    send: (input) => session.value.send(typeof input === "string" ? { text: input } : input),
    close,
    [Symbol.asyncDispose]: close,
  });
}

function askerOf(approve: NonNullable<CreateAgentOptions["approve"]>): Asker {
  return {
    surface: "api",
    ask: async (request, signal) => {
      const answer = await approve(request, signal);
      const choice = typeof answer === "boolean" ? (answer ? "once" : "deny") : answer;
      return { choice, by: "the program that embeds Wield", surface: "api", at: Date.now() };
    },
  };
}
