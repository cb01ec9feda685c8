import type { ModelFacts } from "@wield/core";
import { KNOWN_FACTS, UNKNOWN_FACTS, UNKNOWN_LOCAL_FACTS } from "./model-facts.data.ts";

/** What is told about a model from elsewhere: by its server, or by the person. */
export interface ToldFacts {
  readonly contextWindow?: number;
  readonly maxOutputTokens?: number;
  readonly canSeeImages?: boolean;
}

/** What is known of a model by its name, changed by what was told; an answer never takes more than half the window. */
export function modelFacts(
  { provider, modelName, isLocal, maxTools }: FactsSubject,
  told: ToldFacts = {},
): ModelFacts {
  const id = `${provider}/${modelName}`;
  const known = isLocal
    ? UNKNOWN_LOCAL_FACTS
    : (KNOWN_FACTS.find(({ pattern }) => pattern.test(id.toLowerCase())) ?? UNKNOWN_FACTS);
  const contextWindow = told.contextWindow ?? known.contextWindow;
  return {
    id,
    provider,
    contextWindow,
    maxOutputTokens: Math.min(told.maxOutputTokens ?? known.maxOutputTokens, Math.floor(contextWindow / 2)),
    canSeeImages: told.canSeeImages ?? known.canSeeImages,
    maxTools,
  };
}

interface FactsSubject {
  readonly provider: string;
  readonly modelName: string;
  readonly isLocal: boolean;
  readonly maxTools: number;
}
