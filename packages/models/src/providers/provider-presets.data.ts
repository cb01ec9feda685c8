import type { ChatQuirks } from "../families/chat.ts";

export type WireFormat = "anthropic" | "openai" | "google" | "chat";

/** A provider that is known by name. */
export interface ProviderPreset {
  readonly name: string;
  /** As a person reads it. */
  readonly label: string;
  readonly format: WireFormat;
  readonly baseUrl: string;
  /** Environment variables that may hold the key, the usual one first. None: no key is needed. */
  readonly keyVariables: readonly string[];
  /** Where keys are made. */
  readonly keyPage?: string;
  /** Chosen when only a key is known. */
  readonly defaultModel?: string;
  readonly quirks?: ChatQuirks;
}

/**
 * Addresses and variables from each provider's own documentation; default models are ids that the AI SDK's package for
 * that provider lists.
 */
export const PROVIDER_PRESETS: readonly ProviderPreset[] = [
  {
    name: "anthropic",
    label: "Anthropic",
    format: "anthropic",
    baseUrl: "https://api.anthropic.com/v1",
    keyVariables: ["ANTHROPIC_API_KEY"],
    keyPage: "https://console.anthropic.com/settings/keys",
    defaultModel: "claude-sonnet-5-5",
  },
  {
    name: "openai",
    label: "OpenAI",
    format: "openai",
    baseUrl: "https://api.openai.com/v1",
    keyVariables: ["OPENAI_API_KEY"],
    keyPage: "https://platform.openai.com/api-keys",
    defaultModel: "gpt-5.6",
  },
  {
    name: "google",
    label: "Google Gemini",
    format: "google",
    baseUrl: "https://generativelanguage.googleapis.com/v1beta",
    keyVariables: ["GEMINI_API_KEY", "GOOGLE_GENERATIVE_AI_API_KEY", "GOOGLE_API_KEY"],
    keyPage: "https://aistudio.google.com/apikey",
    defaultModel: "gemini-3.8-flash",
  },
  {
    name: "openrouter",
    label: "OpenRouter",
    format: "chat",
    baseUrl: "https://openrouter.ai/api/v1",
    keyVariables: ["OPENROUTER_API_KEY"],
    keyPage: "https://openrouter.ai/settings/keys",
    defaultModel: "openrouter/auto",
  },
  {
    name: "groq",
    label: "Groq",
    format: "chat",
    baseUrl: "https://api.groq.com/openai/v1",
    keyVariables: ["GROQ_API_KEY"],
    keyPage: "https://console.groq.com/keys",
  },
  {
    name: "together",
    label: "Together",
    format: "chat",
    baseUrl: "https://api.together.xyz/v1",
    keyVariables: ["TOGETHER_API_KEY"],
    keyPage: "https://api.together.ai/settings/api-keys",
  },
  {
    name: "mistral",
    label: "Mistral",
    format: "chat",
    baseUrl: "https://api.mistral.ai/v1",
    keyVariables: ["MISTRAL_API_KEY"],
    keyPage: "https://console.mistral.ai/api-keys",
    defaultModel: "mistral-large-latest",
    // Ids are nine letters and digits, and a person's message may not follow a tool's.
    quirks: { callIds: "nine", needsAnswerAfterResults: true },
  },
  {
    name: "deepseek",
    label: "DeepSeek",
    format: "chat",
    baseUrl: "https://api.deepseek.com/v1",
    keyVariables: ["DEEPSEEK_API_KEY"],
    keyPage: "https://platform.deepseek.com/api_keys",
    defaultModel: "deepseek-chat",
    // Thinking before a call has to come back with it.
    quirks: { takesPlainReasoning: true },
  },
  {
    name: "xai",
    label: "xAI",
    format: "chat",
    baseUrl: "https://api.x.ai/v1",
    keyVariables: ["XAI_API_KEY"],
    keyPage: "https://console.x.ai",
  },
  {
    name: "ollama",
    label: "Ollama",
    format: "chat",
    baseUrl: "http://127.0.0.1:11434/v1",
    keyVariables: [],
  },
  {
    name: "lmstudio",
    label: "LM Studio",
    format: "chat",
    baseUrl: "http://127.0.0.1:1234/v1",
    keyVariables: [],
  },
  { name: "vllm", label: "vLLM", format: "chat", baseUrl: "http://127.0.0.1:8000/v1", keyVariables: [] },
  {
    name: "llamacpp",
    label: "llama.cpp server",
    format: "chat",
    baseUrl: "http://127.0.0.1:8080/v1",
    keyVariables: [],
  },
];
