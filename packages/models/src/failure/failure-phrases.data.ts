import type { ModelFailureKind } from "@wield/core";

/** What a server means, told by its own words. The first that fits counts. */
interface FailurePhrase {
  readonly kind: ModelFailureKind;
  readonly pattern: RegExp;
}

/**
 * Error types, codes and phrases, lower case. From the error references of Anthropic (docs.claude.com/en/api/errors),
 * OpenAI (platform.openai.com/docs/guides/error-codes), Google (ai.google.dev/gemini-api/docs/troubleshooting),
 * OpenRouter (openrouter.ai/docs/api-reference/errors), and what Ollama, vLLM, llama.cpp and LM Studio write.
 */
export const FAILURE_PHRASES: readonly FailurePhrase[] = [
  {
    kind: "overflow",
    pattern:
      /context_length_exceeded|exceed_context_size|prompt is too long|maximum context length|context (?:window|length|size)|input token count|exceeds the maximum number of tokens|request_too_large|too many tokens|input is too long|request too large|string_above_max_length|reduce the length/,
  },
  {
    kind: "quota",
    pattern:
      /insufficient_quota|credit balance|insufficient (?:credits?|balance|funds)|billing|exceeded your current quota|perday|per day|payment required|out of credits/,
  },
  {
    kind: "auth",
    pattern:
      /authentication_error|permission_error|permission_denied|unauthenticated|invalid_api_key|api_key_invalid|api key not valid|invalid api key|incorrect api key|invalid x-api-key|unauthorized|no auth credentials/,
  },
  {
    kind: "unknown_model",
    pattern:
      /model_not_found|model_not_available|no such model|unknown model|invalid model|not a valid model|model.{0,120}(?:not found|does not exist|is not found|not supported for generatecontent|has been (?:deprecated|removed))|not_found_error.{0,40}model|no endpoints found/,
  },
  {
    kind: "refused",
    pattern:
      /content_policy|content_filter|content policy|content management policy|safety system|flagged|prohibited_content|moderation/,
  },
  {
    kind: "overloaded",
    pattern:
      /overloaded|server_error|service unavailable|unavailable|temporarily|at capacity|engine is busy|loading model/,
  },
  { kind: "rate_limited", pattern: /rate_limit|rate limit|too many requests|resource_exhausted/ },
];

/** A model that takes one call per answer. */
export const SINGLE_CALL_PHRASE =
  /single tool[- ]calls? at once|only supports? (?:a )?single (?:tool|function)|parallel (?:tool|function)[ _]calls?.{0,60}not supported/;

/** Thinking that does not belong to this model or conversation. */
export const FOREIGN_REASONING_PHRASE =
  /signature.{0,40}thinking|thinking.{0,80}signature|invalid `?signature|encrypted content.{0,60}(?:verif|decrypt)|thought[_ ]?signature|reasoning.{0,40}(?:item|content).{0,60}(?:not found|invalid|without)/;

/** Codes of the machine for a connection that was lost or never made. */
export const CONNECTION_CODES: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ECONNABORTED",
  "EPIPE",
  "ETIMEDOUT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENETDOWN",
  "UND_ERR_SOCKET",
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_HEADERS_TIMEOUT",
  "UND_ERR_BODY_TIMEOUT",
]);
