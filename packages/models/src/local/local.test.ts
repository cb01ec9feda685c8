// Prevents: a start held up by a server that does not answer; a program that is no model server taken for one; a
// context window that the running server does not have.
import { afterEach, expect, test } from "vitest";
import type { Json } from "@wield/core";
import { createManualClock, scriptedProvider, type ScriptedProvider } from "@wield/testkit";
import type { Fetch } from "../endpoint/endpoint.ts";
import { createHastyClock } from "../testing/model-fixture.ts";
import { detectModels } from "./detect-models.ts";
import { listModels } from "./list-models.ts";
import { localFacts } from "./local-facts.ts";

const open: ScriptedProvider[] = [];

async function serve(routes: Readonly<Record<string, Json>>): Promise<string> {
  const server = await scriptedProvider([], { routes });
  open.push(server);
  return server.url;
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

const clock = createManualClock();

/** The ports of this machine lead to a server of the test, or to nobody. */
function fetchOf(servers: Readonly<Record<string, string>>): {
  readonly fetch: Fetch;
  readonly asked: string[];
} {
  const asked: string[] = [];
  const fetch: Fetch = (input, init) => {
    const url = new URL(String(input));
    asked.push(url.host);
    const target = servers[url.port];
    if (target === undefined) return Promise.reject(new TypeError("fetch failed"));
    return globalThis.fetch(`${target}${url.pathname}`, init);
  };
  return { fetch, asked };
}

const models = (...ids: readonly string[]): Json => ({
  object: "list",
  data: ids.map((id) => ({ id, object: "model" })),
});

test("a key in the environment goes first, and then no server is asked", async () => {
  const { fetch, asked } = fetchOf({});
  const env = { ANTHROPIC_API_KEY: " ", GEMINI_API_KEY: "k", OPENAI_API_KEY: "k", GROQ_API_KEY: "k" };
  const found = await detectModels({ env, fetch, clock });
  expect(found.map(({ because }) => because)).toEqual([
    { keyVariable: "OPENAI_API_KEY" },
    { keyVariable: "GEMINI_API_KEY" },
  ]);
  expect(asked).toEqual([]);
});

test("without a key the servers of this machine are asked, all at once", async () => {
  const { fetch, asked } = fetchOf({
    11434: await serve({ "/v1/models": models("nomic-embed-text", "qwen3:8b") }),
    8080: await serve({ "/v1/models": models("gguf") }),
    8000: await serve({ "/v1/models": { hello: "I am a web shop" } }),
  });
  const found = await detectModels({ env: {}, fetch, clock });
  expect(found).toEqual([
    { id: "ollama/qwen3:8b", because: { baseUrl: "http://127.0.0.1:11434/v1" } },
    { id: "llamacpp/gguf", because: { baseUrl: "http://127.0.0.1:8080/v1" } },
  ]);
  expect(asked.toSorted()).toEqual(["127.0.0.1:11434", "127.0.0.1:1234", "127.0.0.1:8000", "127.0.0.1:8080"]);
});

test("nothing there is nothing, whatever answers", async () => {
  expect(await detectModels({ env: {}, fetch: fetchOf({}).fetch, clock })).toEqual([]);
  const { fetch } = fetchOf({ 1234: await serve({ "/v1/models": models() }) });
  expect(await detectModels({ env: {}, fetch, clock })).toEqual([]);
});

test("a server that never answers is given up", async () => {
  const fetch: Fetch = (_input, init) =>
    new Promise((_resolve, reject) => {
      init?.signal?.addEventListener("abort", () => reject(new Error("aborted")));
    });
  expect(
    await listModels("http://127.0.0.1:9/v1", { fetch, clock: createHastyClock(), timeoutMs: 250 }),
  ).toBe(undefined);
});

test.each<[string, Readonly<Record<string, Json>>, object]>([
  [
    "ollama",
    {
      "/api/show": {
        parameters: 'stop    "<|im_end|>"\nnum_ctx                        8192',
        model_info: { "general.architecture": "qwen3", "qwen3.context_length": 40_960 },
        capabilities: ["completion", "tools", "vision"],
      },
    },
    { contextWindow: 8192, canSeeImages: true },
  ],
  [
    "ollama",
    { "/api/show": { model_info: { "llama.context_length": 131_072 }, capabilities: ["completion"] } },
    { contextWindow: 131_072, canSeeImages: false },
  ],
  [
    "lmstudio",
    {
      "/api/v0/models": {
        data: [{ id: "m", type: "vlm", max_context_length: 32_768, loaded_context_length: 4096 }],
      },
    },
    { contextWindow: 4096, canSeeImages: true },
  ],
  [
    "llamacpp",
    { "/props": { default_generation_settings: { n_ctx: 16_384 }, modalities: { vision: false } } },
    { contextWindow: 16_384, canSeeImages: false },
  ],
  ["vllm", { "/v1/models": { data: [{ id: "m", max_model_len: 24_000 }] } }, { contextWindow: 24_000 }],
  ["vllm", { "/v1/models": { data: [{ id: "m", max_model_len: "big" }] } }, {}],
  ["ollama", {}, {}],
])("%s tells about its model: %j", async (provider, routes, facts) => {
  const baseUrl = `${await serve(routes)}/v1`;
  const { fetch } = globalThis;
  expect(await localFacts({ provider, modelName: "m", baseUrl, fetch, clock, timeoutMs: 500 })).toEqual(
    facts,
  );
});

test("a server elsewhere is not asked", async () => {
  const { fetch, asked } = fetchOf({});
  const baseUrl = "https://ollama.example/v1";
  expect(
    await localFacts({ provider: "ollama", modelName: "m", baseUrl, fetch, clock, timeoutMs: 5 }),
  ).toEqual({});
  expect(asked).toEqual([]);
});
