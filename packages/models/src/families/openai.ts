import { openAiSchema } from "../schema/openai-schema.ts";
import type { Family } from "./family.ts";

/** The Responses API. Nothing is stored there: the whole conversation goes with each request. */
export const openAiFamily: Family = {
  maxTools: 128,
  takesImagesInResults: false,
  takesPlainReasoning: false,
  needsAnswerAfterResults: false,
  callIds: "any",
  readsRawCalls: false,
  shapeSchema: openAiSchema,
  options: ({ cacheKey }, { isSequential }) => ({
    openai: {
      store: false,
      ...(cacheKey === undefined ? {} : { promptCacheKey: cacheKey }),
      ...(isSequential ? { parallelToolCalls: false } : {}),
    },
  }),
  async open({ baseUrl, headers, key, modelName, fetch }) {
    const { createOpenAI } = await import("@ai-sdk/openai");
    return createOpenAI({ baseURL: baseUrl, apiKey: key ?? "", headers: { ...headers }, fetch }).responses(
      modelName,
    );
  },
};
