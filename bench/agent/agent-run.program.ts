// A headless run of 50 calls with a model that answers at once: node agent-run.mjs WORKSPACE HOME. Prints what it saw
// as JSON: milliseconds from the start of the process to the first request, milliseconds from each answer to the next
// request (the call's own work included), CPU and peak memory.
import { readFileSync } from "node:fs";
import { createAgent } from "@wield/app";
import type { ModelAnswer, ModelPort } from "@wield/core";

const ROUNDS = 10;

const calls = Array.from(
  { length: ROUNDS },
  (_none, index) =>
    [
      ["list_files", { path: "src", offset: index }],
      ["grep", { pattern: `TODO ${index}:`, path: "src" }],
      ["read_file", { path: `src/part-${index}.ts` }],
      [
        "edit_file",
        {
          path: `src/part-${index}.ts`,
          old_string: `// TODO ${index}: name it`,
          new_string: `// Part ${index}.`,
        },
      ],
      ["read_file", { path: `src/part-${index}.ts`, limit: 1 }],
    ] as const,
).flat();

const usage = { input: 0, output: 0, cached: 0 };
const betweenMs: number[] = [];
let firstRequestMs = 0;
let answeredAt = 0;
let next = 0;

const model: ModelPort = {
  facts: {
    id: "bench/model",
    provider: "bench",
    contextWindow: 1_000_000,
    maxOutputTokens: 16_000,
    canSeeImages: false,
    maxTools: 128,
  },
  async *stream() {
    const now = performance.now();
    if (next === 0) firstRequestMs = now;
    else betweenMs.push(now - answeredAt);
    const call = calls[next];
    next += 1;
    const answer: ModelAnswer =
      call === undefined
        ? { parts: [{ kind: "text", text: "Done." }], finish: "stop", usage }
        : {
            parts: [{ kind: "call", tool: call[0], rawInput: JSON.stringify(call[1]) }],
            finish: "calls",
            usage,
          };
    answeredAt = performance.now();
    yield { kind: "answer", answer };
  },
};

const [workspace, home] = process.argv.slice(2);
if (workspace === undefined || home === undefined) throw new Error("WORKSPACE HOME");
const made = await createAgent({ workspace, home, model, toolset: "coding" });
if (!made.ok) throw new Error(made.message);
const end = await made.value.send("Give every part a name.");
const failed = made.value.session
  .messages()
  .filter((message) => message.role === "result" && message.status !== "ok");
await made.value.close();
if (end.reason !== "done" || end.calls !== calls.length || failed.length > 0) {
  throw new Error(`it ended with ${end.reason} after ${end.calls} calls: ${JSON.stringify(failed[0])}`);
}
/** Of this program alone: `maxRSS` counts what the process that started it held. */
function peakMb(): number {
  const line = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync("/proc/self/status", "utf8"));
  return line?.[1] === undefined ? Number.NaN : Number(line[1]) / 1024;
}

const { user, system } = process.cpuUsage();
process.stdout.write(
  JSON.stringify({
    firstRequestMs,
    betweenMs,
    cpuSeconds: (user + system) / 1e6,
    peakMb: peakMb(),
  }),
);
