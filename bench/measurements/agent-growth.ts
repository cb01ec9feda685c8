import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openAgent, openRuntime } from "@wield/app";
import {
  defineTool,
  type Message,
  type ModelAnswer,
  type ModelPort,
  ok,
  type ToolDefinition,
} from "@wield/core";
import * as z from "zod";
import type { Figure, Measurement } from "../measurement.ts";
import { median } from "../statistics.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const STEPS = 40;

/** What a step costs, its call included, as the conversation and the list of tools grow. The model answers at once. */
export const agentGrowth: Measurement = {
  name: "agent-growth",
  async run() {
    const figures: Figure[] = [];
    for (const count of [10, 100, 1000, 10_000]) {
      const { stepMs } = await measure({ messages: count, tools: 5 });
      figures.push({ what: `CPU of a step after ${count} messages`, value: stepMs, unit: "ms" });
    }
    for (const count of [5, 50, 500]) {
      const { stepMs, promptKb } = await measure({ messages: 10, tools: count });
      figures.push(
        { what: `CPU of a step with ${count} tools`, value: stepMs, unit: "ms" },
        { what: `tools and system prompt with ${count} tools`, value: promptKb, unit: "kB" },
      );
    }
    return figures;
  },
};

async function measure({ messages, tools }: { readonly messages: number; readonly tools: number }) {
  await using folder = await temporaryFolder();
  await folder.write("a.txt", "one line\n");
  await mkdir(folder.home, { recursive: true });
  await writeFile(join(folder.home, "config.yaml"), "tool_loop_guardrails:\n  hard_stop_after: 100\n");
  const seen = { cpuMs: [] as number[], promptBytes: 0 };
  const names = Array.from({ length: tools }, (_none, index) => `tool_${index}`);
  const opened = await openRuntime({
    cwd: folder.workspace,
    env: { ...process.env, WIELD_HOME: folder.home },
    surface: "api",
    extraTools: names.map(toolNamed),
  });
  if (!opened.ok) throw new Error(opened.message);
  const runtime = opened.value;
  const stored = await runtime.store.sessions.create({ workspaceRoot: runtime.workspaceRoot });
  const past = Array.from({ length: Math.ceil(messages / 3) }, (_none, index) => exchange(index)).flat();
  await Promise.all(past.map((message) => stored.append({ kind: "message", message })));
  await stored.close();
  const model = askingModel(seen);
  const agent = await openAgent(runtime, {
    surface: "api",
    resume: stored.id,
    toolset: "all",
    maxSteps: 1000,
    model: model.facts.id,
    models: async () => ({ ok: true, value: model }),
  });
  if (!agent.ok) throw new Error(agent.message);
  const end = await agent.value.send({ text: "go on" });
  if (end.steps !== STEPS + 1)
    throw new Error(`it ended with ${end.reason} after ${end.steps} steps: ${end.error}`);
  await agent.value.close();
  await runtime.close();
  return { stepMs: median(seen.cpuMs.slice(5)), promptKb: seen.promptBytes / 1024 };
}

function exchange(index: number): readonly Message[] {
  const callId = `call_past${index}`;
  return [
    {
      role: "user",
      id: `msg_u${index}`,
      origin: "person",
      parts: [{ kind: "text", text: `Look at part ${index}.` }],
    },
    {
      role: "assistant",
      id: `msg_a${index}`,
      model: "bench/model",
      parts: [{ kind: "call", callId, tool: "read_file", rawInput: '{"path":"a.txt"}' }],
    },
    {
      role: "result",
      id: `msg_r${index}`,
      callId,
      tool: "read_file",
      status: "ok",
      text: `a.txt — lines 1-1 of 1\n\n${"one line ".repeat(20)}\n`,
      origins: [],
    },
  ];
}

function toolNamed(name: string): ToolDefinition {
  return defineTool({
    name,
    description:
      "Stands for a tool of an ordinary size. Use it for what it says, and another one for the rest.",
    input: z.strictObject({
      path: z.string().describe("File, relative to the workspace."),
      limit: z.int().default(100).describe("How many lines to return."),
      pattern: z.string().optional().describe("Only lines that hold this text."),
    }),
    mutates: false,
    run: () => ok("done"),
  });
}

/** Time of all threads of this process in milliseconds: the same on a busy machine. */
function cpuNow(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Asks for another page of one file in each step. */
function askingModel(seen: { readonly cpuMs: number[]; promptBytes: number }): ModelPort {
  let steps = 0;
  let answeredAt = 0;
  return {
    facts: {
      id: "bench/model",
      provider: "bench",
      contextWindow: 100_000_000,
      maxOutputTokens: 16_000,
      canSeeImages: false,
      maxTools: 1000,
    },
    async *stream({ system, tools }) {
      if (steps > 0) seen.cpuMs.push(cpuNow() - answeredAt);
      else seen.promptBytes = Buffer.byteLength(system) + Buffer.byteLength(JSON.stringify(tools));
      steps += 1;
      const call = {
        kind: "call",
        tool: "read_file",
        rawInput: JSON.stringify({ path: "a.txt", limit: steps }),
      } as const;
      const answer: ModelAnswer =
        steps > STEPS
          ? { parts: [{ kind: "text", text: "Done." }], finish: "stop" }
          : { parts: [call], finish: "calls" };
      answeredAt = cpuNow();
      yield { kind: "answer", answer };
    },
  };
}
