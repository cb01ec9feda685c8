import type { Message, ModelRequest, ToolCard } from "@wield/core";

const CHARACTERS_PER_TOKEN = 4;
/** Whatever an image shows, providers charge about this much. */
const IMAGE_CHARACTERS = 6400;
/** Roles, ids and brackets. */
const FRAME_CHARACTERS = 16;

export interface RequestSize {
  readonly tokens: number;
  readonly system: number;
  readonly tools: number;
  readonly messages: number;
}

/** About how many tokens a request has: characters by four. */
export function sizeOf({
  system,
  tools,
  messages,
}: Pick<ModelRequest, "system" | "tools" | "messages">): RequestSize {
  const sizes = {
    system: toTokens(system.length),
    tools: toTokens(tools.reduce((sum, card) => sum + cardCharacters(card), 0)),
    messages: sizeOfMessages(messages),
  };
  return { ...sizes, tokens: sizes.system + sizes.tools + sizes.messages };
}

export function sizeOfMessages(messages: readonly Message[]): number {
  let characters = 0;
  for (const message of messages) characters += charactersOf(message);
  return toTokens(characters);
}

const known = new WeakMap<Message, number>();

function charactersOf(message: Message): number {
  const before = known.get(message);
  if (before !== undefined) return before;
  const characters = FRAME_CHARACTERS + count(message);
  known.set(message, characters);
  return characters;
}

function count(message: Message): number {
  if (message.role === "result") {
    return message.text.length + (message.images?.length ?? 0) * IMAGE_CHARACTERS;
  }
  let characters = 0;
  for (const part of message.parts) {
    if (part.kind === "image") characters += IMAGE_CHARACTERS;
    else if (part.kind === "call") characters += part.tool.length + part.rawInput.length + FRAME_CHARACTERS;
    else characters += part.text.length;
  }
  return characters;
}

const knownCards = new WeakMap<ToolCard["schema"], number>();

function cardCharacters({ name, description, schema }: ToolCard): number {
  let characters = knownCards.get(schema);
  if (characters === undefined) {
    characters = JSON.stringify(schema).length;
    knownCards.set(schema, characters);
  }
  return name.length + description.length + characters;
}

/** About how many characters so many tokens are. */
export function charactersIn(tokens: number): number {
  return tokens * CHARACTERS_PER_TOKEN;
}

function toTokens(characters: number): number {
  return Math.ceil(characters / CHARACTERS_PER_TOKEN);
}
