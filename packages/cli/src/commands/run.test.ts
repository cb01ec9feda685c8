// Prevents: a headless run whose output a program cannot read, that waits for somebody, or that ends with the code of
// another outcome.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { scriptedProvider } from "@wield/testkit";
import { makeBench } from "../testing/run-command.ts";
import type { Bench } from "../testing/run-command.ts";
import { runScripted, startScripted } from "../testing/scripted.ts";

let bench: Bench;

beforeAll(() => {
  bench = makeBench();
  bench.write("a.txt", "one\n");
});

afterAll(() => bench.remove());

const SCHEMA = z.fromJSONSchema(
  JSON.parse(
    readFileSync(fileURLToPath(new URL("../../../../docs/run-events.schema.json", import.meta.url)), "utf8"),
  ),
);

interface Line {
  readonly type: string;
  readonly seq: number;
  readonly [field: string]: unknown;
}

function lines(out: string): readonly Line[] {
  expect(out.endsWith("\n")).toBe(true);
  return out
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
}

test("standard output is the answer and a line break; what happened until then is on standard error", async () => {
  const ended = await runScripted(bench, ["run", "read a.txt"]);
  expect(ended.code).toBe(0);
  expect(ended.out).toMatch(/^It says:\n\n```\na\.txt — lines 1-1 of 1\n\none\n+```\n$/);
  expect(ended.err).toMatch(/✓ read_file a\.txt/);
  expect(ended.err).toMatch(/wield --resume ses_\w+/);
  expect(await runScripted(bench, ["run", "--quiet", "hello"])).toEqual({
    code: 0,
    signal: null,
    out: "You said: hello\n",
    err: "",
  });
});

test("A-010: machine output is only machine output, and each line is as the schema says", async () => {
  const ended = await runScripted(bench, ["run", "--json", "read a.txt"]);
  expect(ended).toMatchObject({ code: 0, err: "" });
  const events = lines(ended.out);
  for (const event of events) expect(SCHEMA.safeParse(event).error, JSON.stringify(event)).toBeUndefined();
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_event, index) => (events[0]?.seq ?? 0) + index));
  expect(events.filter(({ type }) => type === "done")).toHaveLength(1);
  expect(events.at(-1)).toMatchObject({ type: "done", reason: "done", exit_code: 0, calls: 1 });
  expect(events.map(({ type }) => type)).toEqual(
    expect.arrayContaining(["session", "turn", "text", "tool_call", "tool_result", "usage"]),
  );
});

test("the task comes from standard input with -, and what is piped in beside one is put behind it", async () => {
  expect((await runScripted(bench, ["run", "-"], { input: "hello\n" })).out).toBe("You said: hello\n");
  const beside = await runScripted(bench, ["run", "look"], { input: "a line\n" });
  expect(beside.out).toBe("You said: look\n\n<stdin>\na line\n</stdin>\n");
  expect(await runScripted(bench, ["run", "-"], { input: "  " })).toMatchObject({ code: 2, out: "" });
  const large = await runScripted(bench, ["run", "-"], { input: Buffer.alloc(10 * 1024 * 1024 + 1, 97) });
  expect(large).toMatchObject({ code: 2, out: "" });
  expect(large.err).toContain("more than 10 MB");
});

test("an input that stays open without a word does not keep the task waiting", async () => {
  const run = startScripted(bench, ["run", "hello"], { staysOpen: true });
  const ended = await run.ended;
  expect(ended).toMatchObject({ code: 0, out: "You said: hello\n" });
  expect(ended.err).toContain("nothing came on standard input");
});

test("A-009: headless without anyone to ask is denied with its reason, and the exit code is its own", async () => {
  const ended = await runScripted(bench, ["run", "--json", "--approve", "prompt", "write b.txt"]);
  expect(ended.code).toBe(3);
  const events = lines(ended.out);
  expect(events.find(({ type }) => type === "tool_result")).toMatchObject({
    status: "denied",
    code: "approval_unavailable",
    text: expect.stringContaining("wield run is headless"),
  });
  expect(events.at(-1)).toMatchObject({ type: "done", denied: 1, exit_code: 3 });
  expect(existsSync(join(bench.workspace, "b.txt"))).toBe(false);
});

test("a model that fails is told, with exit code 1", async () => {
  const ended = await runScripted(bench, ["run", "fail"]);
  expect(ended).toMatchObject({ code: 1, out: "" });
  expect(ended.err).toContain("the key was refused");
});

test("wrong usage runs nothing and exits with 2", async () => {
  const wrong: readonly (readonly string[])[] = [
    ["run", "--max-steps", "0", "x"],
    ["run", "--toolset", "nope", "x"],
    ["run", "--approve", "maybe", "x"],
    ["run", "--session", "ses_gone", "x"],
    ["run", "--image", "a.txt", "x"],
    ["run", "--image", "gone.png", "x"],
    ["run", "--continue", "--session", "ses_1", "x"],
    ["run", " "],
  ];
  for (const args of wrong) {
    const ended = await runScripted(bench, args);
    expect(ended, args.join(" ")).toMatchObject({ code: 2, out: "" });
    expect(ended.err, args.join(" ")).not.toBe("");
  }
});

test("a signal leaves a conversation that can be gone on with, and the code says which signal it was", async () => {
  for (const [signal, code] of [
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const) {
    const run = startScripted(bench, ["run", "--json", "slow"]);
    await run.seen("Part 3");
    run.child.kill(signal);
    const ended = await run.ended;
    expect(ended.code).toBe(code);
    const events = lines(ended.out);
    expect(events.at(-1)).toMatchObject({ type: "done", reason: "cancelled", exit_code: code });
    const id = String(events[0]?.["session_id"]);
    const again = await runScripted(bench, ["run", "--session", id.slice(0, -2), "hello"]);
    expect(again).toMatchObject({ code: 0, out: "You said: hello\n" });
    expect(again.err).toContain(id);
  }
  const next = await runScripted(bench, ["run", "--json", "--continue", "more"]);
  expect(lines(next.out)[1]).toMatchObject({ type: "turn", turn: 3 });
});

test("A-010: a reader that leaves ends the run without a word", async () => {
  const run = startScripted(bench, ["run", "--json", "slow"]);
  await run.seen('"type":"session"');
  run.child.stdout?.destroy();
  const ended = await run.ended;
  expect({ code: ended.code, err: ended.err }).toEqual({ code: 130, err: "" });
});

test("what a tool file prints does not stand between the lines", async () => {
  const own = makeBench();
  own.write(
    "home/tools/read_file.ts",
    `import { writeSync } from "node:fs";
     import { defineTool, ok } from "wield";
     import * as z from "zod";
     console.log("at load");
     export default defineTool({ name: "read_file", description: "Reads.", mutates: false,
       input: z.strictObject({ path: z.string().describe("File.") }),
       run: () => { console.log("in run"); process.stdout.write("raw\\n"); writeSync(1, "descriptor\\n"); return ok("mine"); } });`,
  );
  own.write("home/config.yaml", "tools:\n  replace: [read_file]\n");
  const ended = await runScripted(own, ["run", "--json", "read a.txt"]);
  for (const event of lines(ended.out)) expect(event).toHaveProperty("seq");
  expect(ended.err).toContain("descriptor");
  own.remove();
});

test("the configured provider is asked in its own format, with pictures, and its key is shown nowhere", async () => {
  const own = makeBench();
  own.write("a.txt", "one\n");
  const png = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  );
  own.write("dot.png", png);
  const key = "sk-ant-0123456789abcdef0123456789";
  const provider = await scriptedProvider(
    [
      { text: "Reading.", calls: [{ tool: "read_file", input: { path: "a.txt" } }] },
      { text: "It holds one line." },
    ],
    { key },
  );
  own.write(
    "home/config.yaml",
    `providers:\n  anthropic:\n    base_url: ${provider.url}/v1\n    images: true\n`,
  );
  const ended = await own.run(
    ["run", "--json", "--model", "anthropic/claude-x", "--image", "dot.png", "what?"],
    {
      env: { ANTHROPIC_API_KEY: key },
    },
  );
  await provider.close();
  provider.assertDone();
  expect(ended).toMatchObject({ code: 0, err: "" });
  const events = lines(ended.out);
  for (const event of events) expect(SCHEMA.safeParse(event).error, JSON.stringify(event)).toBeUndefined();
  expect(events.at(-1)).toMatchObject({ type: "done", answer: "It holds one line.", calls: 1, exit_code: 0 });
  expect(JSON.stringify(provider.requests[0]?.body)).toContain(png.toString("base64"));
  expect(ended.out + ended.err).not.toContain(key);
  expect(await own.run(["run", "--model", "openai/gpt-x", "hi"])).toMatchObject({ code: 2, out: "" });
  own.remove();
});

test("with no model nothing is run: calls are typed by a person, and none is there", async () => {
  for (const args of [
    ["run", "read_file path=a.txt"],
    ["run", "--json", "--model", "manual", "read_file path=a.txt"],
  ]) {
    const ended = await bench.run(args);
    expect(ended).toMatchObject({ code: 2, out: "" });
    expect(ended.err).toContain("no model is configured\nHint: wield setup");
  }
});
