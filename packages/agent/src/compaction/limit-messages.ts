import { isJsonObject, type AssistantMessage, type CallPart, type Json, type Message } from "@wield/core";
import { cutMiddle } from "./cut-middle.ts";
import { charactersIn, sizeOfMessages } from "./token-size.ts";

/** What a message keeps whatever the room is, in characters. */
const LEAST_CHARACTERS = 400;
/** Of one text among the arguments of a call. */
const ARGUMENT_CHARACTERS = 100;

/** Messages before `upTo` are sent with at most so many characters. */
export interface MessageLimit {
  readonly upTo: number;
  readonly mostCharacters: number;
}

type AnswerPart = AssistantMessage["parts"][number];

const WHERE = "the record of the session has them";

const known = new WeakMap<Message, { readonly mostCharacters: number; readonly limited: Message }>();

/**
 * Messages that are too long for a model whatever is summarised: a text that was pasted, an answer without end, a file
 * in the arguments of a call. Head and tail stay. Equal messages give equal bytes.
 */
export function limitMessages(messages: readonly Message[], given: MessageLimit): readonly Message[] {
  const most = Math.max(LEAST_CHARACTERS, given.mostCharacters);
  return messages.map((message, index) => (index < given.upTo ? limited(message, most) : message));
}

function limited(message: Message, mostCharacters: number): Message {
  const before = known.get(message);
  if (before?.mostCharacters === mostCharacters) return before.limited;
  const isShort = charactersIn(sizeOfMessages([message])) <= mostCharacters;
  const made = { mostCharacters, limited: isShort ? message : cut(message, mostCharacters) };
  known.set(message, made);
  return made.limited;
}

function cut(message: Message, most: number): Message {
  switch (message.role) {
    case "result":
      return message.text.length <= most
        ? message
        : { ...message, text: cutMiddle(message.text, most, WHERE) };
    case "user": {
      const share = Math.floor(most / message.parts.length);
      return {
        ...message,
        parts: message.parts.map((part) =>
          part.kind === "text" ? { ...part, text: cutMiddle(part.text, share, WHERE) } : part,
        ),
      };
    }
    case "assistant": {
      const share = Math.floor(most / message.parts.length);
      return { ...message, parts: message.parts.flatMap((part) => cutPart(part, share)) };
    }
  }
}

/** Thinking goes back untouched or not at all: what is signed does not bear a cut. */
function cutPart(part: AnswerPart, most: number): readonly AnswerPart[] {
  switch (part.kind) {
    case "call":
      return [cutCall(part, most)];
    case "text":
      return [{ ...part, text: cutMiddle(part.text, most, WHERE) }];
    case "reasoning":
      return part.text.length <= most ? [part] : [];
  }
}

function cutCall(call: CallPart, most: number): CallPart {
  if (call.rawInput.length <= most) return call;
  let input: Json;
  try {
    input = JSON.parse(call.rawInput) as Json;
  } catch {
    return call;
  }
  return isJsonObject(input) ? { ...call, rawInput: JSON.stringify(cutTexts(input)) } : call;
}

function cutTexts(value: Json): Json {
  if (typeof value === "string") return cutMiddle(value, ARGUMENT_CHARACTERS, WHERE);
  if (Array.isArray(value)) return (value as readonly Json[]).map(cutTexts);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, cutTexts(member)]));
}
