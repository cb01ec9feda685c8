import { googleSchema } from "../schema/google-schema.ts";
import type { Family } from "./family.ts";

/** `streamGenerateContent` of the Gemini API. */
export const googleFamily: Family = {
  maxTools: 128,
  takesImagesInResults: false,
  takesPlainReasoning: false,
  needsAnswerAfterResults: false,
  callIds: "any",
  readsRawCalls: false,
  shapeSchema: googleSchema,
  options: () => ({ google: { thinkingConfig: { includeThoughts: true } } }),
  async open({ baseUrl, headers, key, modelName, fetch }) {
    const { createGoogle } = await import("@ai-sdk/google");
    return createGoogle({ baseURL: baseUrl, apiKey: key ?? "", headers: { ...headers }, fetch })(modelName);
  },
};
