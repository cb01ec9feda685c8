import type { JsonObject } from "@wield/core";
import { functionFault } from "./function-fault.ts";
import type { ProviderRequest } from "./provider-step.ts";
import { isJsonObjectText, isWellFormedThrough, objectsIn, textIn } from "./wire-json.ts";

/** What OpenAI's Responses API refuses, in its own words. */
export function responsesFault({ body }: ProviderRequest, issued: ReadonlySet<string>): string | undefined {
  if (!isWellFormedThrough(body)) return "We could not parse the JSON body of your request.";
  if (textIn(body["model"]) === undefined) return "you must provide a model parameter";
  const tools = objectsIn(body["tools"]);
  if (tools.length > 128)
    return `Invalid 'tools': array too long. Expected an array with maximum length 128, but got an array with length ${tools.length} instead.`;
  for (const [index, tool] of tools.entries()) {
    // Strict unless told otherwise.
    const fault = functionFault({ strict: true, ...tool }, `tools[${index}]`);
    if (fault !== undefined) return fault;
  }
  return inputFault(objectsIn(body["input"]), issued);
}

function inputFault(items: readonly JsonObject[], issued: ReadonlySet<string>): string | undefined {
  if (items.length === 0) return 'One of "input" or "previous_response_id" must be provided.';
  const called: string[] = [];
  const answered = new Set<string>();
  for (const [index, item] of items.entries()) {
    const fault = itemFault(item, index, { called, answered, issued });
    if (fault !== undefined) return fault;
    if (
      item["type"] === "reasoning" &&
      !["function_call", "reasoning"].includes(kindOf(items[index + 1])) &&
      items[index + 1]?.["role"] !== "assistant"
    )
      return `Item '${textIn(item["id"]) ?? ""}' of type 'reasoning' was provided without its required following item.`;
    const before = items[index - 1];
    if (before?.["role"] === "user" && item["role"] === "user") return "Conversation roles must alternate";
  }
  const open = called.find((id) => !answered.has(id));
  return open === undefined ? undefined : `No tool output found for function call ${open}.`;
}

interface Seen {
  readonly called: string[];
  readonly answered: Set<string>;
  readonly issued: ReadonlySet<string>;
}

function itemFault(item: JsonObject, index: number, { called, answered, issued }: Seen): string | undefined {
  const id = textIn(item["call_id"]) ?? "";
  switch (kindOf(item)) {
    case "function_call":
      if (id === "" || id.length > 64) return `Invalid 'input[${index}].call_id'`;
      if (called.includes(id)) return `Duplicate function call with call_id ${id}.`;
      if (!/^[a-zA-Z0-9_-]{1,64}$/.test(textIn(item["name"]) ?? "")) return `Invalid 'input[${index}].name'`;
      if (!isJsonObjectText(textIn(item["arguments"]))) return `Invalid 'input[${index}].arguments'`;
      called.push(id);
      return undefined;
    case "function_call_output":
      if (!called.includes(id)) return `No tool call found for function call output with call_id ${id}.`;
      if (answered.has(id)) return `Duplicate function call output with call_id ${id}.`;
      if (called[answered.size] !== id) return `Function call output with call_id ${id} is out of order.`;
      answered.add(id);
      return undefined;
    case "reasoning": {
      const encrypted = textIn(item["encrypted_content"]);
      return encrypted !== undefined && !issued.has(encrypted)
        ? `The encrypted content for item ${textIn(item["id"]) ?? ""} could not be verified.`
        : undefined;
    }
    case "message": {
      if (called.length > answered.size)
        return `No tool output found for function call ${called[answered.size] ?? ""}.`;
      const { content } = item;
      const isEmpty = Array.isArray(content) ? content.length === 0 : (textIn(content) ?? "").trim() === "";
      const isBlank = objectsIn(content).some(({ text }) => textIn(text)?.trim() === "");
      return isEmpty || isBlank ? `Invalid 'input[${index}].content': empty` : undefined;
    }
    default:
      return `Invalid value: '${kindOf(item)}' at 'input[${index}]'.`;
  }
}

function kindOf(item: JsonObject | undefined): string {
  return textIn(item?.["type"]) ?? (item?.["role"] === undefined ? "" : "message");
}
