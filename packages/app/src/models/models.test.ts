// Prevents: a key that others can read or that is shown, one sent to where a workspace's file says, a model other than
// the one that was configured.
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { ModelRequest } from "@wield/core";
import { scriptedProvider } from "@wield/testkit";
import { openRuntime } from "../open-runtime.ts";
import type { Runtime } from "../runtime.ts";
import { describeModels } from "./describe-models.ts";
import { openModelFromConfig } from "./open-model-from-config.ts";
import { keysFile, readStoredKeys, storeKey } from "./stored-keys.ts";

let root = "";
const open: { close(): Promise<void> }[] = [];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "wield-models-"));
});

afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
  rmSync(root, { recursive: true, force: true });
});

const KEY = "sk-stored-0123456789abcdef";

async function runtimeWith(config: string, env: Readonly<Record<string, string>> = {}): Promise<Runtime> {
  writeFileSync(join(root, "config.yaml"), config);
  const opened = await openRuntime({
    cwd: root,
    env: { WIELD_HOME: root, HOME: root, ...env },
    surface: "terminal",
    onlyTools: [],
    log: () => undefined,
  });
  if (!opened.ok) throw new Error(opened.message);
  open.push(opened.value);
  return opened.value;
}

const request: ModelRequest = {
  system: "You help.",
  messages: [{ role: "user", id: "m1", origin: "person", parts: [{ kind: "text", text: "hi" }] }],
  tools: [],
};

const nobody: typeof globalThis.fetch = () => Promise.reject(new TypeError("fetch failed"));

test("a stored key is asked with at the configured address, masked everywhere, and nobody else's to read", async () => {
  const server = await scriptedProvider(["hello"], { key: KEY });
  open.push(server);
  storeKey(root, "anthropic", KEY);
  const runtime = await runtimeWith(
    `model: anthropic/claude-x\nproviders: {anthropic: {base_url: "${server.url}/v1"}}\n`,
  );
  const model = await openModelFromConfig(runtime, { env: {} })(runtime.agent.defaultModel);
  if (!model.ok) throw new Error(model.message);
  const events = await Array.fromAsync(model.value.stream(request, new AbortController().signal));
  expect(events.at(-1)).toMatchObject({ kind: "answer" });
  server.assertDone();
  const described = await describeModels(runtime, {});
  expect(described).toMatchObject({
    model: "anthropic/claude-x",
    usable: [expect.stringContaining("key in keys.yaml")],
  });
  expect(JSON.stringify([described, runtime.settings])).not.toContain(KEY);
});

test("with nothing configured: a key in the environment, else a server of this machine, else the manual model", async () => {
  const runtime = await runtimeWith("");
  const idOf = async (env: Readonly<Record<string, string>>, fetch = nobody): Promise<string> => {
    const model = await openModelFromConfig(runtime, { env, fetch })(runtime.agent.defaultModel);
    return model.ok ? model.value.facts.id : model.code;
  };
  expect(await idOf({})).toBe("manual");
  expect(await idOf({ GEMINI_API_KEY: "k" })).toMatch(/^google\//);
  const ollama: typeof globalThis.fetch = (input) =>
    String(input).startsWith("http://127.0.0.1:11434/")
      ? Promise.resolve(Response.json({ data: [{ id: "qwen3:8b" }] }))
      : nobody(input);
  expect(await idOf({}, ollama)).toBe("ollama/qwen3:8b");
});

test("what is configured about a provider's models goes before what is known of them", async () => {
  const runtime = await runtimeWith(
    "providers: {mine: {base_url: 'https://m.example/v1', context_window: 2048, max_output_tokens: 100, images: true}}\n",
  );
  const model = await openModelFromConfig(runtime, { env: {}, fetch: nobody })("mine/x");
  expect(model).toMatchObject({
    value: { facts: { id: "mine/x", contextWindow: 2048, maxOutputTokens: 100, canSeeImages: true } },
  });
});

test("a model that cannot be asked fails with what is missing", async () => {
  const runtime = await runtimeWith("model: openai/gpt-x\n");
  const models = openModelFromConfig(runtime, { env: {}, fetch: nobody });
  expect(await models("openai/gpt-x")).toMatchObject({ ok: false, code: "no_key" });
  expect(await models("nope")).toMatchObject({ ok: false, code: "invalid_model_id" });
  expect(await describeModels(runtime, {})).toMatchObject({
    fault: expect.stringContaining("OPENAI_API_KEY"),
  });
});

test("keys keep their lines, comments and mode", () => {
  storeKey(root, "openai", "one");
  writeFileSync(
    keysFile(root),
    `${readFileSync(keysFile(root), "utf8")}# mine\ngroq: 'two' # note\nxai: three\n`,
  );
  storeKey(root, "openai", 'qu"ote');
  expect(statSync(keysFile(root)).mode & 0o777).toBe(0o600);
  expect(readFileSync(keysFile(root), "utf8")).toContain("# mine\ngroq: 'two' # note");
  const read = readStoredKeys(root);
  expect(read.ok && [...read.value]).toEqual([
    ["groq", "two"],
    ["xai", "three"],
    ["openai", 'qu"ote'],
  ]);
  storeKey(root, "groq", undefined);
  expect(readFileSync(keysFile(root), "utf8")).not.toContain("groq");
});

test("a file of keys that others may read, or that is none, is not used and named", async () => {
  storeKey(root, "openai", KEY);
  chmodSync(keysFile(root), 0o644);
  expect(readStoredKeys(root)).toMatchObject({ ok: false, hint: `chmod 600 ${keysFile(root)}` });
  const runtime = await runtimeWith("model: openai/gpt-x\n");
  expect(await openModelFromConfig(runtime, { env: {} })("openai/gpt-x")).toMatchObject({
    code: "configuration_error",
  });
  chmodSync(keysFile(root), 0o600);
  writeFileSync(keysFile(root), `openai "${KEY}"\n`);
  const broken = readStoredKeys(root);
  expect(broken).toMatchObject({ ok: false, message: expect.stringContaining("keys.yaml:1:") });
  expect(JSON.stringify(broken)).not.toContain(KEY);
});

test("the manual model reads a file that a person names", async () => {
  writeFileSync(join(root, "words.txt"), "todo");
  const runtime = await runtimeWith("model: manual\n", { ANTHROPIC_API_KEY: "k" });
  const model = await openModelFromConfig(runtime, { env: { ANTHROPIC_API_KEY: "k" }, cwd: root })(
    runtime.agent.defaultModel,
  );
  if (!model.ok) throw new Error(model.message);
  expect(model.value.facts.id).toBe("manual");
  const typed = { ...request.messages[0], parts: [{ kind: "text", text: "grep pattern=@words.txt" }] };
  const asked = { ...request, messages: [typed] } as ModelRequest;
  const events = await Array.fromAsync(model.value.stream(asked, new AbortController().signal));
  expect(events.at(-1)).toMatchObject({ answer: { parts: [{ rawInput: '{"pattern":"todo"}' }] } });
});
