// Prevents: a key on the screen, in the configuration or in a file that others can read; a configuration written for a
// model that does not answer; a setup that cannot be done without a terminal.
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { scriptedProvider, type ProviderSource, type ScriptedProvider } from "@wield/testkit";
import { makeBench } from "../testing/run-command.ts";
import type { Bench } from "../testing/run-command.ts";
import { openTerminal } from "../testing/terminal.ts";

const KEY = "sk-setup-0123456789abcdefgh";
let bench: Bench;
let server: ScriptedProvider | undefined;

beforeEach(() => {
  bench = makeBench();
});

afterEach(async () => {
  bench.remove();
  await server?.close();
  server = undefined;
});

async function serve(...steps: ProviderSource[]): Promise<string> {
  const routes = { "/v1/models": { data: [{ id: "claude-a" }, { id: "claude-b" }] } };
  server = await scriptedProvider(steps, { key: KEY, routes });
  return `${server.url}/v1`;
}

const read = (name: string): string => readFileSync(join(bench.home, name), "utf8");

test("without a terminal: a key on standard input is tried, kept apart, and never shown", async () => {
  bench.write("home/config.yaml", "# mine\ntools:\n  toolset: minimal # small\n");
  const url = await serve("hello there");
  const args = ["setup", "--provider", "anthropic", "--model", "claude-a", "--base-url", url, "--key-stdin"];
  const ended = await bench.run(args, { input: `${KEY}\n` });
  expect(ended).toMatchObject({ code: 0 });
  expect(ended.err).toContain("It answers: hello there");
  expect(ended.out + ended.err + read("config.yaml")).not.toContain(KEY);
  expect(read("config.yaml")).toContain("# mine\ntools:\n  toolset: minimal # small\n");
  expect(read("config.yaml")).toContain("model: anthropic/claude-a");
  expect(read("keys.yaml")).toContain(`anthropic: "${KEY}"`);
  expect(statSync(join(bench.home, "keys.yaml")).mode & 0o777).toBe(0o600);
  server?.assertDone();

  const doctor = await bench.run(["doctor"]);
  expect(doctor.out).toContain(`anthropic: ${url} (key in keys.yaml)`);
  expect(doctor.out).not.toContain(KEY);
});

test("a key in the environment stays there", async () => {
  const url = await serve("hi");
  const args = ["setup", "--model", "anthropic/claude-b", "--base-url", url, "--key-env", "MY_KEY"];
  const ended = await bench.run(args, { env: { MY_KEY: KEY } });
  expect(ended.code).toBe(0);
  expect(read("config.yaml")).toContain("key_env: MY_KEY");
  expect(() => read("keys.yaml")).toThrow("ENOENT");
});

test("a model that does not answer is not written, unless one says so", async () => {
  const url = await serve(
    { status: 404, message: "model: claude-nope" },
    { status: 404, message: "model: claude-nope" },
  );
  const args = [
    "setup",
    "--provider",
    "anthropic",
    "--model",
    "claude-nope",
    "--base-url",
    url,
    "--key-stdin",
  ];
  const ended = await bench.run(args, { input: KEY });
  expect(ended).toMatchObject({ code: 1, out: "" });
  expect(ended.err).toContain("model: claude-nope");
  expect(ended.err).toContain("Nothing was written.");
  expect(() => read("config.yaml")).toThrow("ENOENT");
  expect(await bench.run([...args, "--no-test"], { input: KEY })).toMatchObject({ code: 0 });
});

test("what is missing without a terminal is said, with the flags that say it", async () => {
  const none = await bench.run(["setup"]);
  expect(none).toMatchObject({ code: 2, out: "" });
  expect(none.err).toContain("wield setup --provider NAME --model NAME");
  const keyless = await bench.run(["setup", "--provider", "anthropic"]);
  expect(keyless.code).toBe(2);
  expect(keyless.err).toContain("ANTHROPIC_API_KEY is not set");
  const nameless = await bench.run(["setup", "--provider", "groq"], { env: { GROQ_API_KEY: "k" } });
  expect(nameless.err).toContain("name one with --model NAME");
  const both = await bench.run(["setup", "--provider", "groq", "--key-env", "A", "--key-stdin"], {
    input: "k",
  });
  expect(both.code).toBe(2);
});

test("at a terminal: provider, hidden key and model are asked for", async () => {
  const url = await serve("hello");
  const terminal = openTerminal(bench, ["setup", "--base-url", url]);
  await terminal.shows("provider");
  terminal.type("anthropic\r");
  await terminal.shows("not shown: ");
  terminal.type(`${KEY}x\u007f\r`);
  await terminal.shows("Models: claude-a, claude-b");
  await terminal.shows("model [claude-a]: ");
  terminal.type("claude-b\r");
  await terminal.shows("It answers: hello");
  expect(await terminal.ended).toBe(0);
  expect(terminal.raw()).not.toContain(KEY);
  expect(terminal.raw()).not.toContain("sk-setup");
  expect(read("config.yaml")).toContain("model: anthropic/claude-b");
  expect(read("keys.yaml")).toContain(KEY);
});

test("Ctrl-C leaves everything as it was", async () => {
  const terminal = openTerminal(bench, ["setup", "--provider", "anthropic"]);
  await terminal.shows("not shown: ");
  terminal.type("\u0003");
  expect(await terminal.ended).toBe(1);
  expect(() => read("config.yaml")).toThrow("ENOENT");
});

test("a configured model that cannot be asked is a fault for the doctor", async () => {
  bench.write("home/config.yaml", "model: openai/gpt-x\n");
  const doctor = await bench.run(["doctor"]);
  expect(doctor.code).toBe(1);
  expect(doctor.out).toContain("OPENAI_API_KEY is not set");
});
