import type { LanguageModelV4FunctionTool } from "@ai-sdk/provider";
import type { ToolCard } from "@wield/core";
import type { Family } from "../families/family.ts";
import { wireName } from "./tool-names.ts";

interface SentTools {
  readonly tools: LanguageModelV4FunctionTool[];
  /** Names that were left out because the provider takes no more. */
  readonly leftOut: readonly string[];
}

/** The tools of a request as the provider takes them, in the order they came; the last one carries the cache mark. */
export function toTools(cards: readonly ToolCard[], family: Family, maxTools: number): SentTools {
  const kept = keptNames(cards, maxTools);
  const sent = cards.filter(({ name }) => kept.has(name));
  const tools = sent.map((card, index) => toTool(card, family, index === sent.length - 1));
  return { tools, leftOut: cards.filter(({ name }) => !kept.has(name)).map(({ name }) => name) };
}

/** What a card becomes is always the same, and a schema is costly to shape. */
const shaped = new WeakMap<object, Map<Family["shapeSchema"], LanguageModelV4FunctionTool["inputSchema"]>>();

function toTool(card: ToolCard, family: Family, isLast: boolean): LanguageModelV4FunctionTool {
  let forCard = shaped.get(card.schema);
  if (forCard === undefined) shaped.set(card.schema, (forCard = new Map()));
  let inputSchema = forCard.get(family.shapeSchema);
  if (inputSchema === undefined) {
    inputSchema = family.shapeSchema(card.schema) as LanguageModelV4FunctionTool["inputSchema"];
    forCard.set(family.shapeSchema, inputSchema);
  }
  return {
    type: "function",
    name: wireName(card.name),
    description: card.description.toWellFormed(),
    inputSchema,
    ...(isLast && family.cacheMark !== undefined ? { providerOptions: family.cacheMark } : {}),
  };
}

/** Built-in tools first, then those of servers, each by name. */
function keptNames(cards: readonly ToolCard[], maxTools: number): ReadonlySet<string> {
  if (cards.length <= maxTools) return new Set(cards.map(({ name }) => name));
  const names = cards.map(({ name }) => name).toSorted();
  const isForeign = (name: string): boolean => name.startsWith("mcp__");
  const ordered = [...names.filter((name) => !isForeign(name)), ...names.filter(isForeign)];
  return new Set(ordered.slice(0, maxTools));
}
