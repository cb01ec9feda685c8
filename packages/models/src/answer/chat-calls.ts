import type { CallBlock } from "./answer-block.ts";

interface CallDelta {
  readonly index?: unknown;
  readonly id?: unknown;
  readonly function?: { readonly name?: unknown; readonly arguments?: unknown } | null;
}

/**
 * Calls as the chunks of Chat Completions tell them. Servers differ in what they repeat: a new call begins at another
 * index, or where the id or the name shows it. What only looks like two calls stays one, and is refused as such.
 */
export interface ChatCalls {
  /** Takes one raw chunk; gives the names of the calls that began in it. */
  add(chunk: unknown): readonly string[];
  readonly blocks: readonly CallBlock[];
  /** The server said why the answer ended. */
  readonly finishReason: string | undefined;
}

export function createChatCalls(): ChatCalls {
  const blocks: CallBlock[] = [];
  const current = new Map<number | string, CallBlock>();
  let finishReason: string | undefined;

  function addDelta(delta: CallDelta): CallBlock | undefined {
    const id = textOf(delta.id);
    const name = textOf(delta.function?.name);
    const input = inputOf(delta.function?.arguments);
    const key = typeof delta.index === "number" ? delta.index : id !== "" ? `id ${id}` : "none";
    const known = current.get(key) ?? (key === "none" ? blocks.at(-1) : undefined);
    if (known !== undefined && !beginsAnother(known, { id, name, input })) {
      known.tool ||= name;
      if (input !== undefined) {
        known.rawInput += input;
        known.hasInput = true;
      }
      return undefined;
    }
    const block: CallBlock = {
      kind: "call",
      id,
      tool: name,
      rawInput: input ?? "",
      hasInput: input !== undefined && input !== "",
      isWhole: false,
    };
    blocks.push(block);
    current.set(key, block);
    return block;
  }

  return {
    blocks,
    get finishReason() {
      return finishReason;
    },
    add(chunk) {
      const begun: string[] = [];
      const choice = firstChoice(chunk);
      if (typeof choice?.finish_reason === "string") finishReason = choice.finish_reason;
      const deltas = choice?.delta?.tool_calls;
      if (!Array.isArray(deltas)) return begun;
      for (const delta of deltas as readonly unknown[]) {
        if (typeof delta !== "object" || delta === null) continue;
        const block = addDelta(delta);
        if (block !== undefined) begun.push(block.tool);
      }
      return begun;
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
  if (input === undefined || input.trim() === "" || !isJson(known.rawInput)) return false;
  return known.tool !== "" && (id === "" || id !== known.id || input.trimStart().startsWith("{"));
}

interface Choice {
  readonly finish_reason?: unknown;
  readonly delta?: { readonly tool_calls?: unknown } | null;
}

function firstChoice(chunk: unknown): Choice | undefined {
  if (typeof chunk !== "object" || chunk === null || !("choices" in chunk)) return undefined;
  const { choices } = chunk;
  const first: unknown = Array.isArray(choices) ? choices[0] : undefined;
  return typeof first === "object" && first !== null ? first : undefined;
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
