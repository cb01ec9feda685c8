/** What is known about models whose name looks like this. */
interface KnownFacts {
  /** Of `provider/name`; the first that fits counts. */
  readonly pattern: RegExp;
  readonly contextWindow: number;
  readonly maxOutputTokens: number;
  readonly canSeeImages: boolean;
}

/**
 * Context windows and output limits in tokens, from the providers' model pages: docs.claude.com/en/docs/about-claude/models,
 * platform.openai.com/docs/models, ai.google.dev/gemini-api/docs/models, docs.mistral.ai/getting-started/models,
 * api-docs.deepseek.com/quick_start/pricing. Where a larger window has to be asked for, the ordinary one stands here.
 * Names behind a vendor's prefix (as OpenRouter writes them) are found too.
 */
export const KNOWN_FACTS: readonly KnownFacts[] = [
  { pattern: /claude-3-haiku/, contextWindow: 200_000, maxOutputTokens: 4096, canSeeImages: true },
  { pattern: /claude-3/, contextWindow: 200_000, maxOutputTokens: 8192, canSeeImages: true },
  {
    pattern: /claude-opus-4(-0|-1|-2025|$)/,
    contextWindow: 200_000,
    maxOutputTokens: 32_000,
    canSeeImages: true,
  },
  {
    pattern: /claude-(sonnet|haiku|opus)-4([-.]?[05]|-2025|$)/,
    contextWindow: 200_000,
    maxOutputTokens: 64_000,
    canSeeImages: true,
  },
  { pattern: /claude-/, contextWindow: 200_000, maxOutputTokens: 64_000, canSeeImages: true },
  { pattern: /gpt-\d.*-chat-latest/, contextWindow: 128_000, maxOutputTokens: 16_384, canSeeImages: true },
  { pattern: /gpt-[5-9]/, contextWindow: 400_000, maxOutputTokens: 128_000, canSeeImages: true },
  { pattern: /gpt-4\.1/, contextWindow: 1_047_576, maxOutputTokens: 32_768, canSeeImages: true },
  { pattern: /gpt-4o/, contextWindow: 128_000, maxOutputTokens: 16_384, canSeeImages: true },
  { pattern: /gpt-oss/, contextWindow: 131_072, maxOutputTokens: 32_768, canSeeImages: false },
  { pattern: /(^|\/)o[134](-|$)/, contextWindow: 200_000, maxOutputTokens: 100_000, canSeeImages: true },
  { pattern: /gemini-(1|2\.0)/, contextWindow: 1_048_576, maxOutputTokens: 8192, canSeeImages: true },
  { pattern: /gemini-/, contextWindow: 1_048_576, maxOutputTokens: 65_536, canSeeImages: true },
  { pattern: /deepseek/, contextWindow: 128_000, maxOutputTokens: 8192, canSeeImages: false },
  {
    pattern: /(mistral|magistral|devstral)-(large|medium|small)/,
    contextWindow: 128_000,
    maxOutputTokens: 16_384,
    canSeeImages: true,
  },
  { pattern: /grok-/, contextWindow: 131_072, maxOutputTokens: 16_384, canSeeImages: false },
  { pattern: /llama-?[34]/, contextWindow: 128_000, maxOutputTokens: 8192, canSeeImages: false },
  { pattern: /qwen/, contextWindow: 32_768, maxOutputTokens: 8192, canSeeImages: false },
  { pattern: /kimi/, contextWindow: 131_072, maxOutputTokens: 16_384, canSeeImages: false },
];

/** For names nobody has heard of: small enough for what is offered today. */
export const UNKNOWN_FACTS = { contextWindow: 65_536, maxOutputTokens: 8192, canSeeImages: false } as const;

/** For a server on this machine that does not say: many start with a small window. */
export const UNKNOWN_LOCAL_FACTS = {
  contextWindow: 16_384,
  maxOutputTokens: 4096,
  canSeeImages: false,
} as const;
