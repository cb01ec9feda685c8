import type {
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
  SharedV4ProviderMetadata,
} from "@ai-sdk/provider";
import type { Json, ModelEvent } from "@wield/core";
import type { AnswerBlock, CallBlock, TextBlock } from "./answer-block.ts";
import type { ChatCalls } from "./chat-calls.ts";

export interface AnswerEnd {
  readonly unified: string;
  readonly raw: string | undefined;
}

/** An answer while it streams in. */
export interface AnswerCollector {
  /** Takes one part of the stream; gives what is to be shown of it. */
  add(part: LanguageModelV4StreamPart): readonly ModelEvent[];
  /** In the order in which they began. */
  blocks(): readonly AnswerBlock[];
  /** Nothing while the provider has not said why the answer ended. */
  end(): AnswerEnd | undefined;
  readonly usage: LanguageModelV4Usage | undefined;
  /** What the provider reported in place of more answer. */
  readonly error: { readonly cause: unknown } | undefined;
  /** Well-formed news that the library does not know. Providers announce that there will be some: it does no harm. */
  readonly oddity: { readonly cause: unknown } | undefined;
}

/** `chat`: where calls were taken out of the stream before the library saw it. */
export function collectAnswer(chat?: ChatCalls): AnswerCollector {
  const blocks: AnswerBlock[] = [];
  const texts = new Map<string, TextBlock>();
  let told = 0;
  let finish: AnswerEnd | undefined;
  let usage: LanguageModelV4Usage | undefined;
  let error: { readonly cause: unknown } | undefined;
  let oddity: { readonly cause: unknown } | undefined;

  function startText(kind: "text" | "reasoning", id: string): TextBlock {
    const block: TextBlock = { kind, id, text: "" };
    blocks.push(block);
    texts.set(`${kind} ${id}`, block);
    return block;
  }

  function openCall(id: string): CallBlock | undefined {
    return blocks.find(
      (block): block is CallBlock => block.kind === "call" && block.id === id && !block.isWhole,
    );
  }

  function startCall(id: string, tool: string): CallBlock {
    const block: CallBlock = { kind: "call", id, tool, rawInput: "", hasInput: false, isWhole: false };
    blocks.push(block);
    return block;
  }

  function addCallPart(part: LanguageModelV4StreamPart): readonly ModelEvent[] {
    switch (part.type) {
      case "tool-input-start":
        keep(startCall(part.id, part.toolName), part.providerMetadata);
        return [{ kind: "call_started", tool: part.toolName }];
      case "tool-input-delta": {
        const block = openCall(part.id);
        if (block === undefined) return [];
        block.rawInput += part.delta;
        block.hasInput ||= part.delta !== "";
        return [];
      }
      case "tool-call": {
        const known = openCall(part.toolCallId);
        const block = known ?? startCall(part.toolCallId, part.toolName);
        // Without a single delta the library writes `{}`: that is not what the provider sent.
        if (known === undefined && part.input !== "") block.hasInput = true;
        block.rawInput = part.input;
        block.isWhole = true;
        keep(block, part.providerMetadata);
        return known === undefined ? [{ kind: "call_started", tool: part.toolName }] : [];
      }
      default:
        return [];
    }
  }

  return {
    get usage() {
      return usage;
    },
    get error() {
      return error;
    },
    get oddity() {
      return oddity;
    },
    blocks: () => (chat === undefined ? blocks : [...blocks, ...chat.blocks]),
    end: () => finish,
    add(part) {
      switch (part.type) {
        case "text-start":
        case "reasoning-start":
          keep(startText(kindOf(part.type), part.id), part.providerMetadata);
          return [];
        case "text-delta":
        case "reasoning-delta": {
          const kind = kindOf(part.type);
          const block = texts.get(`${kind} ${part.id}`) ?? startText(kind, part.id);
          block.text += part.delta;
          keep(block, part.providerMetadata);
          return part.delta === "" ? [] : [{ kind, delta: part.delta }];
        }
        case "text-end":
        case "reasoning-end": {
          const block = texts.get(`${kindOf(part.type)} ${part.id}`);
          if (block !== undefined) keep(block, part.providerMetadata);
          texts.delete(`${kindOf(part.type)} ${part.id}`);
          return [];
        }
        case "tool-input-start":
        case "tool-input-delta":
        case "tool-call":
          return addCallPart(part);
        case "raw": {
          const begun = chat?.blocks.slice(told) ?? [];
          told += begun.length;
          return begun.map(({ tool }) => ({ kind: "call_started", tool }));
        }
        case "finish":
          finish = part.finishReason;
          usage = part.usage;
          return [];
        case "error":
          if (isUnknownNews(part.error)) oddity ??= { cause: part.error };
          else error ??= { cause: part.error };
          return [];
        default:
          return [];
      }
    },
  };
}

function isUnknownNews(error: unknown): boolean {
  return error instanceof Error && error.name === "AI_TypeValidationError";
}

function kindOf(type: `${"text" | "reasoning"}-${string}`): "text" | "reasoning" {
  return type.startsWith("text") ? "text" : "reasoning";
}

function keep(block: AnswerBlock, metadata: SharedV4ProviderMetadata | undefined): void {
  if (metadata === undefined) return;
  const kept: Record<string, Json> = { ...block.opaque };
  for (const [name, given] of Object.entries(metadata)) {
    const before = kept[name];
    const known = Object.fromEntries(
      Object.entries(given).filter(([, item]) => item !== undefined && item !== null),
    );
    if (Object.keys(known).length === 0) continue;
    kept[name] = {
      ...(typeof before === "object" && !Array.isArray(before) ? before : {}),
      ...(known as Record<string, Json>),
    };
  }
  if (Object.keys(kept).length > 0) block.opaque = kept;
}
