// Prevents: a request cut short or refused because a model is taken for another; a window of nothing.
import { expect, test } from "vitest";
import { modelFacts } from "./model-facts.ts";

const of = (id: string, isLocal = false) => {
  const [provider = "", ...rest] = id.split("/");
  return modelFacts({ provider, modelName: rest.join("/"), isLocal, maxTools: 128 });
};

test.each([
  ["anthropic/claude-sonnet-5-5", 200_000, 64_000, true],
  ["anthropic/claude-opus-4-1-20250805", 200_000, 32_000, true],
  ["anthropic/claude-3-haiku-20240307", 200_000, 4096, true],
  ["openrouter/anthropic/claude-sonnet-4.5", 200_000, 64_000, true],
  ["openai/gpt-5.6", 400_000, 128_000, true],
  ["openai/gpt-4.1-mini", 1_047_576, 32_768, true],
  ["openai/o3", 200_000, 100_000, true],
  ["google/gemini-3.8-flash", 1_048_576, 65_536, true],
  ["deepseek/deepseek-chat", 128_000, 8192, false],
  ["mine/never-heard-of", 65_536, 8192, false],
])("%s", (id, contextWindow, maxOutputTokens, canSeeImages) => {
  expect(of(id)).toMatchObject({ id, contextWindow, maxOutputTokens, canSeeImages });
});

test("a model on this machine is taken for a small one, whatever its name, until its server tells", () => {
  expect(of("ollama/gpt-oss:20b", true)).toMatchObject({ contextWindow: 16_384, maxOutputTokens: 4096 });
  const told = modelFacts(
    { provider: "ollama", modelName: "x", isLocal: true, maxTools: 1 },
    { contextWindow: 2048 },
  );
  expect(told).toMatchObject({ contextWindow: 2048, maxOutputTokens: 1024 });
});
