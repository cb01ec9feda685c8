import { anthropicSchema } from "../schema/anthropic-schema.ts";
import type { Family } from "./family.ts";

/** The Messages API. */
export const anthropicFamily: Family = {
  maxTools: Number.POSITIVE_INFINITY,
  takesImagesInResults: true,
  takesPlainReasoning: false,
  needsAnswerAfterResults: false,
  callIds: "any",
  cacheMark: { anthropic: { cacheControl: { type: "ephemeral" } } },
  readsRawCalls: false,
  shapeSchema: anthropicSchema,
  options: (_request, { isSequential }) =>
    isSequential ? { anthropic: { disableParallelToolUse: true } } : {},
  async open({ baseUrl, headers, key, modelName, fetch }) {
    const { createAnthropic } = await import("@ai-sdk/anthropic");
    return createAnthropic({ baseURL: baseUrl, apiKey: key ?? "", headers: { ...headers }, fetch })(
      modelName,
    );
  },
};
