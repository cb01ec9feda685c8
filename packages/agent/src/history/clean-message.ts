import {
  isJsonObject,
  type AssistantMessage,
  type CallPart,
  type ImageBlock,
  type Json,
  type Message,
  type ModelFacts,
  type ResultMessage,
  type UserMessage,
} from "@wield/core";
import { isImage } from "./is-image.ts";

/** A message as the present model takes it; nothing when nothing of it is left. Same object when it is fine. */
export type Cleaner = (message: Message) => Message | undefined;

const TOOL_NAME = /^[A-Za-z0-9_-]{1,64}$/;
const CONTROL_CODES = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;

/** Remembers what it made: messages never change, and a history is cleaned before every request. */
export function createCleaner(facts: Pick<ModelFacts, "provider" | "canSeeImages">): Cleaner {
  const known = new WeakMap<Message, { readonly cleaned: Message | undefined }>();
  return (message) => {
    const before = known.get(message);
    if (before !== undefined) return before.cleaned;
    const cleaned = cleanMessage(message, facts);
    known.set(message, { cleaned });
    return cleaned;
  };
}

function cleanMessage(
  message: Message,
  facts: Pick<ModelFacts, "provider" | "canSeeImages">,
): Message | undefined {
  switch (message.role) {
    case "user":
      return cleanUser(message, facts.canSeeImages);
    case "assistant":
      return cleanAnswer(message, facts.provider);
    case "result":
      return cleanResult(message, facts.canSeeImages);
  }
}

function cleanUser(message: UserMessage, canSeeImages: boolean): UserMessage | undefined {
  const parts: UserMessage["parts"][number][] = [];
  for (const part of message.parts) {
    if (part.kind === "text") {
      const text = cleanText(part.text);
      if (text.trim() !== "") parts.push(text === part.text ? part : { ...part, text });
    } else {
      const why = imageFault(part.image, canSeeImages);
      parts.push(why === undefined ? part : { kind: "text", text: why });
    }
  }
  if (parts.length === 0) return undefined;
  return isSameList(parts, message.parts) ? message : { ...message, parts };
}

function cleanAnswer(message: AssistantMessage, provider: string): AssistantMessage | undefined {
  const parts: AssistantMessage["parts"][number][] = [];
  for (const part of message.parts) {
    switch (part.kind) {
      case "text": {
        const text = cleanText(part.text);
        if (text.trim() !== "") parts.push(text === part.text ? part : { ...part, text });
        break;
      }
      case "reasoning":
        // Signatures are made over the text: what is not clean is left out, not changed.
        if (part.provider === provider && part.text.isWellFormed()) parts.push(part);
        break;
      case "call":
        parts.push(cleanCall(part, provider));
        break;
    }
  }
  if (!parts.some(({ kind }) => kind !== "reasoning")) return undefined;
  return isSameList(parts, message.parts) ? message : { ...message, parts };
}

function cleanCall(call: CallPart, provider: string): CallPart {
  const tool = toolName(call.tool);
  const rawInput = isCleanObject(call.rawInput) ? call.rawInput : objectText(call.rawInput);
  const isForeign = call.provider !== undefined && call.provider !== provider;
  if (tool === call.tool && rawInput === call.rawInput && !isForeign) return call;
  const { opaque, provider: madeBy, ...own } = call;
  const kept =
    isForeign || madeBy === undefined
      ? own
      : { ...own, provider: madeBy, ...(opaque === undefined ? {} : { opaque }) };
  return { ...kept, tool, rawInput };
}

function cleanResult(message: ResultMessage, canSeeImages: boolean): ResultMessage {
  const kept: ImageBlock[] = [];
  const lines: string[] = [];
  for (const image of message.images ?? []) {
    const why = imageFault(image, canSeeImages);
    if (why === undefined) kept.push(image);
    else lines.push(why);
  }
  const clean = message.text.toWellFormed();
  const text = [clean.trim() === "" ? "(no output)" : clean, ...lines].join("\n");
  const tool = toolName(message.tool);
  if (text === message.text && lines.length === 0 && tool === message.tool) return message;
  const { images: _images, ...rest } = message;
  return { ...rest, tool, text, ...(kept.length === 0 ? {} : { images: kept }) };
}

function imageFault(image: ImageBlock, canSeeImages: boolean): string | undefined {
  const named = `[image: ${image.mediaType}, ${Math.ceil(image.bytes.length / 1024)} KB`;
  if (!isImage(image.bytes)) return `${named}; it is broken and was left out]`;
  return canSeeImages ? undefined : `${named}; the present model does not see images]`;
}

function toolName(name: string): string {
  return TOOL_NAME.test(name) ? name : name.replaceAll(/[^A-Za-z0-9_-]/g, "_").slice(0, 64) || "unknown";
}

function isCleanObject(rawInput: string): boolean {
  const value = parse(rawInput);
  return isJsonObject(value) && rawInput.isWellFormed() && (!/\\u[dD]/.test(rawInput) || isWellFormed(value));
}

/** The same arguments with broken characters replaced; `{}` for what is no object. */
function objectText(rawInput: string): string {
  const value = parse(rawInput.toWellFormed());
  if (!isJsonObject(value)) return "{}";
  return JSON.stringify(value, (_key, member: unknown) =>
    typeof member === "string" ? member.toWellFormed() : member,
  ).replaceAll(/\\ud[89a-f][0-9a-f]{2}/gi, "\ufffd");
}

function isWellFormed(value: Json): boolean {
  if (typeof value === "string") return value.isWellFormed();
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(([key, member]) => key.isWellFormed() && isWellFormed(member as Json));
}

function parse(rawInput: string): unknown {
  try {
    return JSON.parse(rawInput);
  } catch {
    return undefined;
  }
}

function cleanText(text: string): string {
  return text.toWellFormed().replaceAll(CONTROL_CODES, "");
}

function isSameList<Item>(left: readonly Item[], right: readonly Item[]): boolean {
  return left.length === right.length && left.every((item, index) => item === right[index]);
}
