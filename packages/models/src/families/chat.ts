import { openAiSchema } from "../schema/openai-schema.ts";
import type { CallIdForm, Family } from "./family.ts";

/** Where servers of the same wire format differ. */
export interface ChatQuirks {
  readonly maxTools?: number;
  readonly takesPlainReasoning?: boolean;
  readonly needsAnswerAfterResults?: boolean;
  readonly callIds?: CallIdForm;
}

/** Chat Completions, the format that most servers speak. */
export function chatFamily(quirks: ChatQuirks = {}): Family {
  return {
    maxTools: quirks.maxTools ?? 128,
    takesImagesInResults: false,
    takesPlainReasoning: quirks.takesPlainReasoning ?? false,
    needsAnswerAfterResults: quirks.needsAnswerAfterResults ?? false,
    callIds: quirks.callIds ?? "any",
    readsRawCalls: true,
    shapeSchema: openAiSchema,
    options: (_request, { isSequential }) => (isSequential ? { wield: { parallel_tool_calls: false } } : {}),
    async open({ baseUrl, headers, key, modelName, fetch }) {
      const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
      const provider = createOpenAICompatible({
        // Options under this name are sent as they are.
        name: "wield",
        baseURL: baseUrl,
        ...(key === undefined ? {} : { apiKey: key }),
        headers: { ...headers },
        includeUsage: true,
        fetch,
      });
      return provider(modelName);
    },
  };
}
