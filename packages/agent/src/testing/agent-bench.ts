import { createAgentDesk } from "@wield/core";
import type {
  Clock,
  Message,
  ModelPort,
  SessionStore,
  Surface,
  TodoItem,
  TodoList,
  ToolDefinition,
} from "@wield/core";
import { createCountingIds, createMemorySessions, createTestBench, scriptedModel } from "@wield/testkit";
import type {
  ScriptedModel,
  ScriptedModelOptions,
  ScriptedSource,
  TestBench,
  TestBenchOptions,
} from "@wield/testkit";
import {
  DEFAULT_AGENT_SETTINGS,
  type AgentSettings,
  type DelegationSettings,
  type GuardrailSettings,
} from "../agent-settings.ts";
import type { AgentParts } from "../agent-parts.ts";
import type { AgentSession } from "../agent-session.ts";
import type { AgentEvent } from "../events/agent-event.ts";
import { openAgentSession } from "../open-agent-session.ts";
import type { BenchCaller } from "@wield/testkit";

export interface AgentBenchOptions extends Partial<TestBenchOptions> {
  readonly tools?: readonly ToolDefinition[];
  readonly script: readonly ScriptedSource[] | ModelPort;
  readonly model?: ScriptedModelOptions;
  readonly agent?: Partial<AgentSettings>;
  readonly guardrails?: Partial<GuardrailSettings>;
  readonly delegation?: Partial<DelegationSettings>;
  readonly caller?: BenchCaller;
  readonly parts?: Partial<AgentParts>;
  readonly sessions?: SessionStore;
  readonly surface?: Surface;
}

export interface AgentBench extends AsyncDisposable {
  readonly bench: TestBench;
  readonly session: AgentSession;
  readonly model: ScriptedModel;
  readonly parts: AgentParts;
  readonly sessions: SessionStore;
  readonly events: readonly AgentEvent[];
  /** Writes the session's task list, as the tool does. */
  todos(items: readonly TodoItem[]): Promise<void>;
  /** Opens the same session again, with another script. */
  resume(
    script: readonly ScriptedSource[],
  ): Promise<{ readonly session: AgentSession; readonly model: ScriptedModel }>;
}

const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  timer: (ms, done) => {
    const timer = setTimeout(done, ms);
    return () => clearTimeout(timer);
  },
};

/** A session over a real pipeline on a real folder, with a model that answers from a script. */
export async function createAgentBench(options: AgentBenchOptions): Promise<AgentBench> {
  const ids = createCountingIds();
  const desk = createAgentDesk();
  const services = [desk.provider, ...(options.services ?? [])];
  const bench = await createTestBench({ ids, tools: [], ...options, services });
  const sessions = options.sessions ?? createMemorySessions(systemClock);
  const isScript = (script: AgentBenchOptions["script"]): script is readonly ScriptedSource[] =>
    Array.isArray(script);
  const model = isScript(options.script) ? scriptedModel(options.script, options.model) : scriptedModel([]);
  const port = isScript(options.script) ? model : options.script;
  const settings = {
    ...DEFAULT_AGENT_SETTINGS,
    ...options.agent,
    delegation: { ...DEFAULT_AGENT_SETTINGS.delegation, ...options.delegation },
    guardrails: { ...DEFAULT_AGENT_SETTINGS.guardrails, ...options.guardrails },
  };
  const partsWith = (used: ModelPort): AgentParts => ({
    pipeline: bench.pipeline,
    sessions,
    clock: options.clock ?? systemClock,
    ids,
    log: (level, message) => void logLines.push(`${level} ${message}`),
    settings,
    conversation: ({ sessionId, caller, surface }) => ({
      snapshot: () => bench.conversation({ ...options.caller, sessionId, caller, surface }),
    }),
    todos: {
      attach: (_sessionId, list) => {
        todoList = list;
        return () => undefined;
      },
    },
    agents: desk,
    defaultModel: used.facts.id,
    model: async () => ({ ok: true, value: used }),
    prompt: () => ({ date: "2026-11-30", system: "linux", backend: "local", sandbox: "off", network: "on" }),
    ...options.parts,
  });
  const logLines: string[] = [];
  let todoList: TodoList | undefined;
  const parts = partsWith(port);
  const surface = options.surface ?? "terminal";
  const opened = await openAgentSession(parts, { workspaceRoot: bench.root, surface });
  if (!opened.ok) throw new Error(opened.message);
  const session = opened.value;
  const events: AgentEvent[] = [];
  session.subscribe((event) => void events.push(event));
  return {
    bench,
    session,
    model,
    parts,
    sessions,
    events,
    todos: async (items) => todoList?.write(items),
    resume: async (script) => {
      await session.close();
      const next = scriptedModel(script, options.model);
      const again = await openAgentSession(partsWith(next), {
        workspaceRoot: bench.root,
        surface,
        resume: session.id,
      });
      if (!again.ok) throw new Error(again.message);
      return { session: again.value, model: next };
    },
    [Symbol.asyncDispose]: async () => {
      await session.close();
      await bench.dispose();
      if (logLines.some((line) => line.startsWith("error"))) throw new Error(logLines.join("\n"));
    },
  };
}

export function textsOf(messages: readonly Message[]): readonly string[] {
  return messages.map((message) =>
    message.role === "result"
      ? `result: ${message.text}`
      : `${message.role === "user" ? message.origin : "assistant"}: ${message.parts
          .map((part) =>
            part.kind === "call"
              ? `<${part.tool} ${part.rawInput}>`
              : part.kind === "image"
                ? "<image>"
                : part.text,
          )
          .join("")}`,
  );
}
