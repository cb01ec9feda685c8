import { isLoopback } from "../endpoint/loopback.ts";
import type { ToldFacts } from "../facts/model-facts.ts";
import { askServer, type AskOptions } from "./ask-server.ts";

/** Which model is asked about, and where. */
interface FactsQuestion extends AskOptions {
  readonly provider: string;
  readonly modelName: string;
  readonly baseUrl: string;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * What a server on this machine tells about its model: Ollama by `/api/show`, LM Studio by `/api/v0/models`, the
 * llama.cpp server by `/props`, vLLM by `/models`. Nothing for servers elsewhere, and what is not told is left out.
 */
export async function localFacts(question: FactsQuestion): Promise<ToldFacts> {
  const { baseUrl, provider, modelName } = question;
  if (!URL.canParse(baseUrl) || !isLoopback(new URL(baseUrl).hostname)) return {};
  const { origin } = new URL(baseUrl);
  switch (provider) {
    case "ollama":
      return ollamaFacts(await askServer(`${origin}/api/show`, { ...question, body: { model: modelName } }));
    case "lmstudio":
      return lmStudioFacts(listed(await askServer(`${origin}/api/v0/models`, question), modelName));
    case "llamacpp":
      return llamaCppFacts(await askServer(`${origin}/props`, question));
    default: {
      const model = listed(await askServer(`${baseUrl}/models`, question), modelName);
      return facts({ contextWindow: model?.["max_model_len"] });
    }
  }
}

function ollamaFacts(answer: unknown): ToldFacts {
  const shown = fieldsOf(answer);
  const info = fieldsOf(shown?.["model_info"]) ?? {};
  const parameters = typeof shown?.["parameters"] === "string" ? shown["parameters"] : "";
  const set = /^\s*num_ctx\s+(\d+)/m.exec(parameters)?.[1];
  const most = Object.entries(info).find(([name]) => name.endsWith(".context_length"))?.[1];
  const capabilities = shown?.["capabilities"];
  return facts({
    contextWindow: set === undefined ? most : Number(set),
    ...(Array.isArray(capabilities) ? { canSeeImages: capabilities.includes("vision") } : {}),
  });
}

function lmStudioFacts(model: Fields | undefined): ToldFacts {
  if (model === undefined) return {};
  return facts({
    contextWindow: model["loaded_context_length"] ?? model["max_context_length"],
    canSeeImages: model["type"] === "vlm",
  });
}

function llamaCppFacts(answer: unknown): ToldFacts {
  const props = fieldsOf(answer);
  const settings = fieldsOf(props?.["default_generation_settings"]);
  const modalities = fieldsOf(props?.["modalities"]);
  return facts({
    contextWindow: settings?.["n_ctx"],
    ...(modalities === undefined ? {} : { canSeeImages: modalities["vision"] === true }),
  });
}

function facts({
  contextWindow,
  canSeeImages,
}: {
  readonly contextWindow: unknown;
  readonly canSeeImages?: boolean;
}): ToldFacts {
  const isSize = typeof contextWindow === "number" && Number.isInteger(contextWindow) && contextWindow >= 512;
  return { ...(isSize ? { contextWindow } : {}), ...(canSeeImages === undefined ? {} : { canSeeImages }) };
}

function listed(answer: unknown, modelName: string): Fields | undefined {
  const list = fieldsOf(answer)?.["data"];
  if (!Array.isArray(list)) return undefined;
  return (list as readonly unknown[]).map(fieldsOf).find((model) => model?.["id"] === modelName);
}

function fieldsOf(value: unknown): Fields | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}
