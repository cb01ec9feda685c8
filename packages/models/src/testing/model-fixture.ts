import type {
  AssistantMessage,
  CallPart,
  Clock,
  Message,
  ModelAnswer,
  ModelEvent,
  ModelPort,
  ModelRequest,
  ResultMessage,
  ToolCard,
  UserMessage,
} from "@wield/core";
import {
  createManualClock,
  scriptedProvider,
  type ProviderSource,
  type ScriptedProvider,
  type ScriptedProviderOptions,
} from "@wield/testkit";
import { openModel } from "../open-model.ts";
import type { ToldFacts } from "../facts/model-facts.ts";

/** Each wire format with a model that speaks it, and where it is asked. */
export const PROVIDERS = [
  { id: "anthropic/claude-sonnet-5-5", path: "/v1" },
  { id: "openai/gpt-5.6", path: "/v1" },
  { id: "google/gemini-3.8-flash", path: "/v1beta" },
  { id: "openrouter/some/model", path: "/v1" },
] as const;

export type ProviderUnderTest = (typeof PROVIDERS)[number] | { readonly id: string; readonly path: string };

export const KEY = "sk-test-0123456789abcdefghij";

export interface ModelBench {
  readonly server: ScriptedProvider;
  readonly model: ModelPort;
}

export interface BenchOptions {
  readonly server?: ScriptedProviderOptions;
  readonly clock?: Clock;
  readonly facts?: ToldFacts;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A model that asks a scripted server. Retries wait on a clock that runs by itself, at once. */
export async function openBench(
  { id, path }: ProviderUnderTest,
  steps: readonly ProviderSource[],
  options: BenchOptions = {},
): Promise<ModelBench> {
  const server = await scriptedProvider(steps, { key: KEY, ...options.server });
  const provider = id.split("/")[0] ?? "";
  const opened = openModel(id, {
    providers: { [provider]: { baseUrl: server.url + path, key: KEY, headers: options.headers ?? {} } },
    env: {},
    fetch: globalThis.fetch,
    clock: options.clock ?? createHastyClock(),
    random: () => 0.5,
    facts: { canSeeImages: true, ...options.facts },
  });
  if (!opened.ok) throw new Error(opened.message);
  return { server, model: opened.value };
}

/** Waits of up to a minute pass at once; longer ones never end. */
export function createHastyClock(): Clock & { readonly waits: readonly number[] } {
  const still = createManualClock();
  const waits: number[] = [];
  return {
    ...still,
    waits,
    timer(ms, done) {
      if (ms >= 120_000) return still.timer(ms, done);
      waits.push(ms);
      const handle = setImmediate(done);
      return () => clearImmediate(handle);
    },
  };
}

export async function collect(
  model: ModelPort,
  request: ModelRequest,
  signal?: AbortSignal,
): Promise<ModelEvent[]> {
  return Array.fromAsync(model.stream(request, signal ?? new AbortController().signal));
}

/** The whole answer; throws when there was none. */
export async function answerOf(model: ModelPort, request: ModelRequest): Promise<ModelAnswer> {
  const last = (await collect(model, request)).at(-1);
  if (last?.kind !== "answer") throw new Error(`no answer: ${JSON.stringify(last)}`);
  return last.answer;
}

let made = 0;
const nextId = (): string => `m${(made += 1)}`;

export function person(text: string, ...images: readonly Uint8Array[]): UserMessage {
  return {
    role: "user",
    id: nextId(),
    origin: "person",
    parts: [
      { kind: "text", text },
      ...images.map((bytes) => ({
        kind: "image" as const,
        image: { type: "image" as const, mediaType: "image/png", bytes },
      })),
    ],
  };
}

/** What the loop makes of an answer: calls get ids of our own. */
export function stored(
  model: ModelPort,
  answer: ModelAnswer,
  ...callIds: readonly string[]
): AssistantMessage {
  let at = -1;
  const parts = answer.parts.map((part): AssistantMessage["parts"][number] =>
    part.kind === "call"
      ? ({ ...part, callId: callIds[(at += 1)] ?? `call_${at}` } satisfies CallPart)
      : part,
  );
  return { role: "assistant", id: nextId(), model: model.facts.id, parts };
}

export function called(
  ...calls: readonly { readonly callId: string; readonly tool?: string; readonly rawInput?: string }[]
): AssistantMessage {
  return {
    role: "assistant",
    id: nextId(),
    model: "other/model",
    parts: calls.map(({ callId, tool = "grep", rawInput = "{}" }) => ({
      kind: "call",
      callId,
      tool,
      rawInput,
    })),
  };
}

export function result(callId: string, text = "none", rest: Partial<ResultMessage> = {}): ResultMessage {
  return { role: "result", id: nextId(), callId, tool: "grep", status: "ok", text, origins: [], ...rest };
}

export function card(name: string): ToolCard {
  return {
    name,
    description: `Does what ${name} does.`,
    schema: {
      type: "object",
      properties: {
        pattern: { type: "string", description: "What to find." },
        limit: { type: "integer", description: "How many.", default: 5 },
      },
      required: ["pattern"],
      additionalProperties: false,
    },
  };
}

export function requestOf(
  messages: readonly Message[],
  tools: readonly ToolCard[] = [card("grep")],
): ModelRequest {
  return { system: "You help.", messages, tools };
}
