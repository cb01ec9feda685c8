import type { LanguageModelV4, SharedV4ProviderOptions } from "@ai-sdk/provider";
import type { JsonObject, ModelFacts, ModelRequest } from "@wield/core";
import type { Endpoint } from "../endpoint/endpoint.ts";

/** How the ids of calls must look: any of our own, or exactly nine letters and digits. */
export type CallIdForm = "any" | "nine";

/** What the servers of one wire format take, and how. */
export interface Family {
  readonly maxTools: number;
  readonly takesImagesInResults: boolean;
  /** Thinking goes back as plain text too, without anything of the provider's own beside it. */
  readonly takesPlainReasoning: boolean;
  /** A message of a person may not follow a result. */
  readonly needsAnswerAfterResults: boolean;
  readonly callIds: CallIdForm;
  /** Marks what the server may keep from one request to the next. */
  readonly cacheMark?: SharedV4ProviderOptions;
  /** Calls are read from the stream itself: the library drops some, and ends the answer over others. */
  readonly readsRawCalls: boolean;
  /** The schema of a tool's input as this wire format takes it. */
  shapeSchema(schema: JsonObject): JsonObject;
  options(request: ModelRequest, how: OptionsContext): SharedV4ProviderOptions;
  /** Loads the library on first use. */
  open(endpoint: Endpoint): Promise<LanguageModelV4>;
}

interface OptionsContext {
  readonly facts: ModelFacts;
  /** One call per answer. */
  readonly isSequential: boolean;
}
