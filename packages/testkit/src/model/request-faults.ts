import type { CallPart, JsonObject, Message, ModelFacts, ModelRequest } from "@wield/core";

const CALL_ID = /^[A-Za-z0-9_-]{1,64}$/;
const TOOL_NAME = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * What a strict provider would refuse in a request, one sentence each; none for a request that every provider takes.
 * The rules are those the providers' references agree on: each call has exactly one result right behind it, in call
 * order; ids are unique; arguments are JSON objects; no message is empty; no text holds half a character.
 */
export function requestFaults(request: ModelRequest, facts?: ModelFacts): readonly string[] {
  const faults: string[] = [];
  if (!request.system.isWellFormed()) faults.push("the system prompt holds a lone surrogate");
  checkTools(request, faults);
  checkOrder(request.messages, faults);
  for (const [index, message] of request.messages.entries()) {
    checkMessage(message, `message ${index}`, faults);
    if (facts?.canSeeImages === false && holdsImage(message))
      faults.push(`message ${index} holds an image, which this model does not take`);
  }
  return faults;
}

function checkTools({ tools }: ModelRequest, faults: string[]): void {
  const names = new Set<string>();
  for (const { name, description, schema } of tools) {
    if (!TOOL_NAME.test(name)) faults.push(`a tool has the name "${name}"`);
    if (names.has(name)) faults.push(`two tools have the name "${name}"`);
    names.add(name);
    if (!description.isWellFormed()) faults.push(`the description of ${name} holds a lone surrogate`);
    if (schema["type"] !== "object") faults.push(`the schema of ${name} is no object`);
  }
}

/** Messages have an id; two with the same one are one message sent twice. */
function checkOrder(messages: readonly Message[], faults: string[]): void {
  if (messages.length === 0) faults.push("there are no messages");
  if (messages[0] !== undefined && messages[0].role !== "user")
    faults.push(`the conversation starts with a message of role ${messages[0].role}`);
  if (messages.at(-1)?.role === "assistant")
    faults.push("the last message is an answer: there is nothing to answer");
  const callIds = new Set<string>();
  let open: readonly CallPart[] = [];
  for (const [index, message] of messages.entries()) {
    if (message.role === "result") {
      const [next, ...rest] = open;
      if (next === undefined)
        faults.push(`message ${index} is a result for ${message.callId}, which no call waits for`);
      else if (next.callId !== message.callId)
        faults.push(
          `message ${index} is a result for ${message.callId}, but the next call is ${next.callId}`,
        );
      else if (next.tool !== message.tool)
        faults.push(
          `message ${index} is a result of ${message.tool}, but ${next.callId} called ${next.tool}`,
        );
      open = rest;
      continue;
    }
    for (const call of open) faults.push(`the call ${call.callId} has no result before message ${index}`);
    open = message.role === "assistant" ? message.parts.filter((part) => part.kind === "call") : [];
    for (const { callId } of open) {
      if (callIds.has(callId)) faults.push(`the id ${callId} stands for two calls`);
      callIds.add(callId);
    }
  }
  for (const call of open) faults.push(`the call ${call.callId} has no result`);
}

function checkMessage(message: Message, place: string, faults: string[]): void {
  if (message.role === "result") {
    if (message.text === "" && (message.images ?? []).length === 0)
      faults.push(`${place} is an empty result`);
    if (!message.text.isWellFormed()) faults.push(`${place} holds a lone surrogate`);
    return;
  }
  const says = message.parts.some((part) => (part.kind === "text" ? part.text.trim() !== "" : true));
  if (!says) faults.push(`${place} (${message.role}) is empty`);
  for (const part of message.parts) {
    switch (part.kind) {
      case "text":
      case "reasoning":
        if (!part.text.isWellFormed()) faults.push(`${place} holds a lone surrogate`);
        break;
      case "call":
        checkCall(part, place, faults);
        break;
      case "image":
        break;
    }
  }
}

function checkCall(call: CallPart, place: string, faults: string[]): void {
  if (!CALL_ID.test(call.callId)) faults.push(`${place} has a call with the id "${call.callId}"`);
  if (!TOOL_NAME.test(call.tool)) faults.push(`${place} has a call of "${call.tool}"`);
  const input = objectIn(call.rawInput);
  if (input === undefined) faults.push(`${place}: the arguments of ${call.callId} are no JSON object`);
  else if (!isWellFormedThrough(input))
    faults.push(`${place}: the arguments of ${call.callId} hold a lone surrogate`);
}

function objectIn(rawInput: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(rawInput);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as JsonObject)
      : undefined;
  } catch {
    return undefined;
  }
}

function isWellFormedThrough(value: unknown): boolean {
  if (typeof value === "string") return value.isWellFormed();
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(([key, item]) => key.isWellFormed() && isWellFormedThrough(item));
}

function holdsImage(message: Message): boolean {
  return message.role === "result"
    ? (message.images ?? []).length > 0
    : message.parts.some((part) => part.kind === "image");
}
