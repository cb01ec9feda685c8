// Prevents: a model that answers badly over the wire and leaves a changed file, a conversation that no provider takes
// any more, or a run that does not end.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { scriptedProvider, type ProviderSource } from "@wield/testkit";
import { makeBench } from "../testing/run-command.ts";
import type { Bench, Ended } from "../testing/run-command.ts";

const LINES = Array.from({ length: 10 }, (_none, index) => `line ${index + 1}\n`).join("");

interface Event {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** Runs a turn over the wire format of Anthropic and then goes on with another provider. */
async function world(
  steps: readonly ProviderSource[],
  use: (here: { readonly bench: Bench; run(...args: readonly string[]): Promise<Ended> }) => Promise<void>,
): Promise<void> {
  const bench = makeBench();
  const server = await scriptedProvider(steps, { afterwards: "Fine." });
  bench.write("a.txt", LINES);
  bench.write(
    "home/config.yaml",
    `model: anthropic/claude-x\nproviders:\n  anthropic: { base_url: "${server.url}/v1" }\n  mine: { base_url: "${server.url}/v1" }\ntools:\n  approval_mode: auto\n`,
  );
  try {
    await use({
      bench,
      run: (...args) =>
        bench.run(["run", ...args], { env: { ANTHROPIC_API_KEY: "sk-ant-0123456789abcdef" } }),
    });
    const next = await bench.run(["run", "--continue", "--quiet", "--model", "mine/m", "hi"]);
    expect(next).toMatchObject({ code: 0, out: "Fine.\n", err: "" });
    // Both servers refuse what a strict one refuses.
    expect(server.faults).toEqual([]);
  } finally {
    await server.close();
    bench.remove();
  }
}

const events = ({ out }: Ended): readonly Event[] =>
  out
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Event);

test("Q-001: a call that was cut off is never run, and repeated it ends by the repetition guard", async () => {
  const cut: ProviderSource = {
    calls: [{ tool: "write_file", rawInput: String.raw`{"path":"a.txt","content":"line1\nline2` }],
    finish: "length",
  };
  await world(
    Array.from({ length: 6 }, () => cut),
    async ({ bench, run }) => {
      const ended = await run("--json", "go");
      expect(ended).toMatchObject({ code: 4, err: "" });
      const results = events(ended).filter(({ type }) => type === "tool_result");
      expect(results[0]).toMatchObject({ status: "failed", code: "invalid_arguments" });
      expect(results[0]?.["text"]).toMatch(/cut off by the length limit[^]*smaller pieces/);
      expect(events(ended).at(-1)).toMatchObject({ type: "done", reason: "repetition" });
      expect(events(ended).find(({ type }) => type === "error")?.["message"]).toContain("write_file");
      expect(readFileSync(join(bench.workspace, "a.txt"), "utf8")).toBe(LINES);
    },
  );
});

test("Q-002, Q-003: broken arguments never poison the history", async () => {
  const broken = [
    '{"path": "a.txt", "content',
    '{"{"a":1}',
    "[1]",
    '"x"',
    "{} trailing",
    String.raw`{"path":"\U0001F600"}`,
    '{"path":"an "unescaped" quote"}',
  ];
  const steps = broken.flatMap((rawInput) => [{ calls: [{ tool: "write_file", rawInput }] }, "Well."]);
  await world(steps, async ({ run }) => {
    let isFirst = true;
    for (const rawInput of broken) {
      const ended = await run("--json", ...(isFirst ? [] : ["--continue"]), "go");
      isFirst = false;
      expect(ended, rawInput).toMatchObject({ code: 0, err: "" });
      const results = events(ended).filter(({ type }) => type === "tool_result");
      expect(results, rawInput).toMatchObject([{ status: "failed", code: "invalid_arguments" }]);
    }
  });
});

test("Q-004, Q-005: an id that comes again, in one answer or in a later one, is another call", async () => {
  const read = { tool: "read_file", input: { path: "a.txt" }, id: "dup" };
  await world(
    [{ calls: [read, { ...read, input: { path: "a.txt", limit: 1 } }] }, { calls: [read] }],
    async ({ run }) => {
      const ended = await run("--json", "go");
      expect(ended.code).toBe(0);
      const results = events(ended).filter(({ type }) => type === "tool_result");
      expect(results).toMatchObject([{ status: "ok" }, { status: "ok" }, { status: "ok" }]);
      expect(new Set(results.map((result) => result["call_id"])).size).toBe(3);
    },
  );
});

test("A-007: the guard never asks where nobody is", async () => {
  const same: ProviderSource = { calls: [{ tool: "read_file", input: { path: "a.txt", limit: 5 } }] };
  await world(
    Array.from({ length: 6 }, () => same),
    async ({ run }) => {
      const ended = await run("--json", "go");
      expect(ended).toMatchObject({ code: 4, err: "" });
      expect(events(ended).at(-1)).toMatchObject({ type: "done", reason: "repetition", exit_code: 4 });
      expect(events(ended).some(({ type }) => type === "ask" || type === "approval")).toBe(false);
    },
  );
});
