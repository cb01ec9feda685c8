import type { CallBlock } from "./answer-block.ts";

interface CallDelta {
  readonly index?: unknown;
  readonly id?: unknown;
  readonly function?: { readonly name?: unknown; readonly arguments?: unknown } | null;
  /** Gemini behind this format. */
  readonly extra_content?: { readonly google?: { readonly thought_signature?: unknown } | null } | null;
}

/**
 * Calls as the chunks of Chat Completions tell them. Servers differ in what they repeat: a new call begins at another
 * index, or where the id or the name shows it. What only looks like two calls stays one, and is refused as such.
 */
export interface ChatCalls {
  /** Takes the calls out of one chunk; false when there are none in it. */
  take(chunk: unknown): boolean;
  readonly blocks: readonly CallBlock[];
}

export function createChatCalls(): ChatCalls {
  const blocks: CallBlock[] = [];
  const current = new Map<number | string, CallBlock>();

  function addDelta(delta: CallDelta): void {
    const id = textOf(delta.id);
    const name = textOf(delta.function?.name);
    const input = inputOf(delta.function?.arguments);
    const signature = delta.extra_content?.google?.thought_signature;
    const key = typeof delta.index === "number" ? delta.index : id !== "" ? `id ${id}` : "none";
    const known = current.get(key) ?? (key === "none" ? blocks.at(-1) : undefined);
    if (known !== undefined && !beginsAnother(known, { id, name, input })) {
      known.tool ||= name;
      if (input !== undefined) {
        known.rawInput += input;
        known.hasInput = true;
      }
      return;
    }
    const block: CallBlock = {
      kind: "call",
      id,
      tool: name,
      rawInput: input ?? "",
      hasInput: input !== undefined && input !== "",
      isWhole: false,
      ...(typeof signature === "string" ? { opaque: { google: { thoughtSignature: signature } } } : {}),
    };
    blocks.push(block);
    current.set(key, block);
  }

  return {
    blocks,
    take(chunk) {
      const delta = firstDelta(chunk);
      const deltas = delta?.["tool_calls"];
      if (delta === undefined || !Array.isArray(deltas)) return false;
      for (const part of deltas as readonly unknown[])
        if (typeof part === "object" && part !== null) addDelta(part);
      delete delta["tool_calls"];
      return true;
    },
  };
}

function beginsAnother(
  known: CallBlock,
  { id, name, input }: { readonly id: string; readonly name: string; readonly input: string | undefined },
): boolean {
  if (name === "") return false;
  if (known.tool !== "" && name !== known.tool) return true;
  // The same name again: some servers repeat it, and the id, with every piece.
  if (known.tool === "" || !isJson(known.rawInput)) return false;
  const isOtherId = id !== "" && known.id !== "" && id !== known.id;
  return isOtherId || (input ?? "").trimStart().startsWith("{");
}

function firstDelta(chunk: unknown): Record<string, unknown> | undefined {
  if (typeof chunk !== "object" || chunk === null || !("choices" in chunk)) return undefined;
  const { choices } = chunk;
  const first: unknown = Array.isArray(choices) ? choices[0] : undefined;
  if (typeof first !== "object" || first === null || !("delta" in first)) return undefined;
  const { delta } = first;
  return typeof delta === "object" && delta !== null ? (delta as Record<string, unknown>) : undefined;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}

/** Some servers send the arguments as an object, whole. */
function inputOf(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  return typeof value === "object" && value !== null ? JSON.stringify(value) : undefined;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
