import type { JsonObject } from "@wield/core";
import { functionFault } from "./function-fault.ts";
import type { ProviderRequest } from "./provider-step.ts";
import { isJsonObjectText, isWellFormedThrough, listIn, objectIn, objectsIn, textIn } from "./wire-json.ts";

const LONGEST_ID = 40;

/** What servers of Chat Completions refuse: OpenAI in its own words, and the stricter ones among the others. */
export function chatFault({ body }: ProviderRequest): string | undefined {
  if (!isWellFormedThrough(body)) return "We could not parse the JSON body of your request.";
  if (textIn(body["model"]) === undefined) return "you must provide a model parameter";
  const tools = objectsIn(body["tools"]);
  if (Array.isArray(body["tools"]) && tools.length === 0) return "[] is too short - 'tools'";
  if (tools.length > 128)
    return `Invalid 'tools': array too long. Expected an array with maximum length 128, but got an array with length ${tools.length} instead.`;
  for (const [index, tool] of tools.entries()) {
    const fault = functionFault(objectIn(tool["function"]) ?? {}, `tools[${index}].function`);
    if (fault !== undefined) return fault;
  }
  return messagesFault(objectsIn(body["messages"]));
}

function messagesFault(messages: readonly JsonObject[]): string | undefined {
  if (messages.length === 0) return "[] is too short - 'messages'";
  let open: readonly string[] = [];
  const ids = new Set<string>();
  for (const [index, message] of messages.entries()) {
    const role = textIn(message["role"]) ?? "";
    if (role === "tool") {
      const id = textIn(message["tool_call_id"]) ?? "";
      if (open[0] !== id)
        return open.length === 0
          ? "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'."
          : `Unexpected tool call id ${id} in tool results`;
      if (textIn(message["content"]) === undefined) return `Invalid type for 'messages[${index}].content'`;
      open = open.slice(1);
      continue;
    }
    if (open.length > 0)
      return `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${open.join(", ")}`;
    const fault = messageFault(message, role, index) ?? orderFault(messages, index, role);
    if (fault !== undefined) return fault;
    const calls = objectsIn(message["tool_calls"]);
    open = calls.map(({ id }) => textIn(id) ?? "");
    for (const [at, call] of calls.entries()) {
      const callFault = callsFault(call, `messages[${index}].tool_calls[${at}]`, ids);
      if (callFault !== undefined) return callFault;
    }
  }
  return open.length === 0
    ? undefined
    : `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${open.join(", ")}`;
}

function orderFault(messages: readonly JsonObject[], index: number, role: string): string | undefined {
  const before = messages[index - 1]?.["role"];
  if (role === "system" && index > 0) return "System message must be at the beginning.";
  const isFirst = index === 0 || before === "system";
  if (isFirst && role === "assistant")
    return "Conversation roles must alternate user/assistant/user/assistant/...";
  // As chat templates and Mistral see it: a person's message, an answer, results, an answer, …
  if (before === role && role !== "system")
    return "Conversation roles must alternate user/assistant/user/assistant/...";
  return undefined;
}

function messageFault(message: JsonObject, role: string, index: number): string | undefined {
  const { content } = message;
  if (role === "user" || role === "system") {
    const parts = listIn(content);
    const isEmpty = Array.isArray(content) ? parts.length === 0 : (textIn(content) ?? "").trim() === "";
    if (isEmpty) return `Invalid 'messages[${index}].content': the message must have non-empty content`;
    for (const part of objectsIn(content))
      if (part["type"] === "text" && (textIn(part["text"]) ?? "").trim() === "")
        return `Invalid 'messages[${index}].content': empty text`;
    return undefined;
  }
  if (role !== "assistant")
    return `Invalid value: '${role}'. Supported values are: 'system', 'assistant', 'user', and 'tool'.`;
  const calls = message["tool_calls"];
  if (Array.isArray(calls) && calls.length === 0) return `[] is too short - 'messages.${index}.tool_calls'`;
  const says = (textIn(content) ?? "") !== "";
  return says || calls !== undefined
    ? undefined
    : "Assistant message must have either content or tool_calls, but not none.";
}

function callsFault(call: JsonObject, place: string, ids: Set<string>): string | undefined {
  const id = textIn(call["id"]) ?? "";
  if (id === "") return `Invalid '${place}.id': empty string`;
  if (id.length > LONGEST_ID)
    return `Invalid '${place}.id': string too long. Expected a string with maximum length ${LONGEST_ID}, but got a string with length ${id.length} instead.`;
  if (ids.has(id)) return `Duplicate value for 'tool_call_id' of '${id}' in message`;
  ids.add(id);
  const called = objectIn(call["function"]) ?? {};
  if (!/^[a-zA-Z0-9_-]{1,64}$/.test(textIn(called["name"]) ?? ""))
    return `Invalid '${place}.function.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`;
  return isJsonObjectText(textIn(called["arguments"]))
    ? undefined
    : `Invalid '${place}.function.arguments': the arguments are no JSON object`;
}
