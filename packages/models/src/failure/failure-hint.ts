import type { ModelFailureKind } from "@wield/core";
import type { ErrorFacts } from "./error-facts.ts";

export interface HintContext {
  readonly provider: string;
  readonly modelName: string;
  readonly baseUrl: string;
  /** Environment variable that holds the key; none for a server that takes none. */
  readonly keyVariable?: string;
}

/** What the person can do about it, one sentence. */
export function failureHint(
  kind: ModelFailureKind,
  facts: ErrorFacts,
  { provider, modelName, baseUrl, keyVariable }: HintContext,
): string {
  switch (kind) {
    case "auth":
      return keyVariable === undefined
        ? "Give a key with `wield setup`."
        : `Check the key in ${keyVariable}, or give one with \`wield setup\`.`;
    case "quota":
      return `The account of ${provider} is used up: add credit there, or choose another model.`;
    case "unknown_model":
      return `${provider} has no model "${modelName}" for this key: check the name, or choose one with \`wield setup\`.`;
    case "refused":
      return "The provider refused what was asked: word it differently, or choose another model.";
    case "content":
      return "The provider did not take this request.";
    case "overflow":
      return "The conversation is too long for this model: make it shorter with /compact, or choose a model with a larger window.";
    case "unreachable":
      return facts.systemCodes.includes("ECONNREFUSED")
        ? `Nothing listens at ${baseUrl}: start the server there, or correct providers.${provider}.base_url.`
        : `Check the network and that ${baseUrl} can be reached.`;
    case "overloaded":
      return "The provider is busy: try again later, or choose another model.";
    case "rate_limited":
      return "The provider's rate limit is reached: wait, or choose another model.";
    case "broken_stream":
      return "The connection broke while the answer came: try again.";
    case "bad_answer":
      return `What came from ${baseUrl} is no answer of this provider: check providers.${provider}.base_url.`;
    case "other":
      return facts.httpStatus === 404
        ? `There is nothing at this address: check providers.${provider}.base_url (now ${baseUrl}).`
        : "Try again, or choose another model.";
  }
}
