import type { JsonObject } from "@wield/core";
import type { ProviderRequest } from "./provider-step.ts";
import { isWellFormedThrough, listIn, objectIn, objectsIn, textIn } from "./wire-json.ts";

const NAME = /^[a-zA-Z0-9_-]{1,64}$/;
const ID = /^[a-zA-Z0-9_-]+$/;
const IMAGES = new Set(["image/jpeg", "image/png", "image/gif", "image/webp"]);

/** What Anthropic refuses, in its own words. */
export function anthropicFault(
  { headers, body }: ProviderRequest,
  issued: ReadonlySet<string>,
): string | undefined {
  if (headers["anthropic-version"] === undefined) return "anthropic-version: header is required";
  if (!isWellFormedThrough(body))
    return "The request body is not valid JSON: no low surrogate in string: line 1 column 57 (char 56)";
  if (textIn(body["model"]) === undefined) return "model: Field required";
  const { max_tokens: most } = body;
  if (typeof most !== "number" || !Number.isInteger(most) || most < 1)
    return "max_tokens: Input should be greater than or equal to 1";
  const marks = JSON.stringify(body).split('"cache_control"').length - 1;
  if (marks > 4) return `A maximum of 4 blocks with cache_control may be provided. Found ${marks}.`;
  for (const { text } of objectsIn(body["system"]))
    if (textIn(text)?.trim() === "") return "system: text content blocks must be non-empty";
  return toolsFault(body) ?? messagesFault(objectsIn(body["messages"]), issued);
}

function toolsFault(body: JsonObject): string | undefined {
  const names = new Set<string>();
  for (const [index, tool] of objectsIn(body["tools"]).entries()) {
    const name = textIn(tool["name"]) ?? "";
    const schema = objectIn(tool["input_schema"]) ?? {};
    if (!NAME.test(name))
      return `tools.${index}.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,64}$'`;
    if (names.has(name)) return "tools: Tool names must be unique.";
    names.add(name);
    if (schema["type"] !== "object") return `tools.${index}.custom.input_schema.type: Field required`;
    if (["oneOf", "allOf", "anyOf"].some((union) => Object.hasOwn(schema, union)))
      return `tools.${index}.custom.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level`;
  }
  return undefined;
}

function messagesFault(messages: readonly JsonObject[], issued: ReadonlySet<string>): string | undefined {
  if (messages.length === 0) return "messages: at least one message is required";
  if (messages[0]?.["role"] !== "user") return 'messages: first message must use the "user" role';
  if (messages.at(-1)?.["role"] !== "user")
    return "This model does not support assistant message prefill. The conversation must end with a user message.";
  const ids = new Set<string>();
  for (const [index, message] of messages.entries()) {
    const place = `messages.${index}`;
    if (index > 0 && message["role"] === messages[index - 1]?.["role"])
      return `messages: roles must alternate between "user" and "assistant", but found multiple "${String(message["role"])}" roles in a row`;
    const content = listIn(message["content"]);
    if (content.length === 0) return `${place}: all messages must have non-empty content`;
    const calls = callsIn(messages[index - 1]);
    const fault =
      message["role"] === "user"
        ? userFault(objectsIn(message["content"]), place, calls)
        : assistantFault(objectsIn(message["content"]), place, { ids, issued });
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function callsIn(message: JsonObject | undefined): readonly string[] {
  return objectsIn(message?.["content"]).flatMap(({ type, id }) =>
    type === "tool_use" ? [textIn(id) ?? ""] : [],
  );
}

function userFault(
  content: readonly JsonObject[],
  place: string,
  calls: readonly string[],
): string | undefined {
  const answered: string[] = [];
  let isBehindResults = false;
  for (const [at, block] of content.entries()) {
    if (block["type"] !== "tool_result") isBehindResults = true;
    else {
      const id = textIn(block["tool_use_id"]) ?? "";
      if (!calls.includes(id) || isBehindResults)
        return `${place}.content.${at}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${id}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`;
      if (answered.includes(id))
        return `${place}.content.${at}: each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${id}`;
      answered.push(id);
    }
    const fault = blockFault(block, `${place}.content.${at}`);
    if (fault !== undefined) return fault;
    for (const inner of objectsIn(block["content"])) {
      const innerFault = blockFault(inner, `${place}.content.${at}.tool_result`);
      if (innerFault !== undefined) return innerFault;
    }
  }
  const open = calls.filter((id) => !answered.includes(id));
  if (open.length > 0)
    return `${place}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${open.join(", ")}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`;
  return answered.join() === calls.join()
    ? undefined
    : `${place}: results are not in the order of their calls`;
}

function blockFault(block: JsonObject, place: string): string | undefined {
  if (block["type"] === "text") {
    const text = textIn(block["text"]) ?? "";
    if (text === "") return `${place}: text content blocks must be non-empty`;
    if (text.trim() === "") return `${place}: text content blocks must contain non-whitespace text`;
  }
  if (block["type"] !== "image") return undefined;
  const source = objectIn(block["source"]) ?? {};
  if (!IMAGES.has(textIn(source["media_type"]) ?? ""))
    return `${place}.image.source.base64.media_type: Input should be 'image/jpeg', 'image/png', 'image/gif' or 'image/webp'`;
  return textIn(source["data"]) ? undefined : `${place}.image.source.base64: image cannot be empty`;
}

function assistantFault(
  content: readonly JsonObject[],
  place: string,
  { ids, issued }: { readonly ids: Set<string>; readonly issued: ReadonlySet<string> },
): string | undefined {
  for (const [at, block] of content.entries()) {
    const fault = blockFault(block, `${place}.content.${at}`);
    if (fault !== undefined) return fault;
    if (block["type"] === "thinking" && !issued.has(textIn(block["signature"]) ?? ""))
      return `${place}.content.${at}: Invalid \`signature\` in \`thinking\` block`;
    if (block["type"] !== "tool_use") continue;
    const id = textIn(block["id"]) ?? "";
    if (!ID.test(id))
      return `${place}.content.${at}.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'`;
    if (ids.has(id)) return "messages: `tool_use` ids must be unique";
    ids.add(id);
    if (!NAME.test(textIn(block["name"]) ?? ""))
      return `${place}.content.${at}.tool_use.name: String should match pattern '^[a-zA-Z0-9_-]{1,64}$'`;
    if (objectIn(block["input"]) === undefined)
      return `${place}.content.${at}.tool_use.input: Input should be a valid dictionary`;
  }
  return undefined;
}
