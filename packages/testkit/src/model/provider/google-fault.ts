import type { JsonObject } from "@wield/core";
import { providerMisses } from "../../check/provider-rules.ts";
import type { ProviderRequest } from "./provider-step.ts";
import { isWellFormedThrough, objectIn, objectsIn, textIn } from "./wire-json.ts";

/** What Google refuses, in its own words where they are known. */
export function googleFault({ body }: ProviderRequest, issued: ReadonlySet<string>): string | undefined {
  if (!isWellFormedThrough(body)) return "Invalid JSON payload received. Invalid value (Unicode surrogate)";
  return toolsFault(body) ?? contentsFault(objectsIn(body["contents"]), issued);
}

function toolsFault(body: JsonObject): string | undefined {
  const declared = objectsIn(body["tools"]).flatMap((tool) => objectsIn(tool["functionDeclarations"]));
  if (declared.length > 128) return "The number of function declarations should be no more than 128.";
  for (const [index, declaration] of declared.entries()) {
    const name = textIn(declaration["name"]) ?? "";
    const schema = objectIn(declaration["parametersJsonSchema"]) ?? objectIn(declaration["parameters"]);
    const place = `tools[0].function_declarations[${index}]`;
    // `anyOf` is taken below the root.
    const misses = providerMisses(name, schema ?? { type: "object", properties: {} }).filter(
      ({ provider, keyword, path }) => provider === "Google" && !(keyword === "anyOf" && path !== "(root)"),
    );
    const [miss] = misses;
    if (miss !== undefined)
      return `GenerateContentRequest.${place}.parameters.${miss.path}: ${miss.keyword} ${miss.problem}`;
  }
  return undefined;
}

function contentsFault(contents: readonly JsonObject[], issued: ReadonlySet<string>): string | undefined {
  if (contents.length === 0) return "GenerateContentRequest.contents: contents is not specified";
  if (contents[0]?.["role"] !== "user")
    return "Please ensure that function call turn comes immediately after a user turn or after a function response turn.";
  for (const [index, content] of contents.entries()) {
    const parts = objectsIn(content["parts"]);
    if (parts.length === 0)
      return `GenerateContentRequest.contents[${index}].parts: contents.parts must not be empty.`;
    for (const part of parts) {
      const isEmpty = Object.hasOwn(part, "text") && (textIn(part["text"]) ?? "").trim() === "";
      if (isEmpty) return "Unable to submit request because it must have a text parameter.";
      const signature = textIn(part["thoughtSignature"]);
      if (
        signature !== undefined &&
        !issued.has(signature) &&
        signature !== "skip_thought_signature_validator"
      )
        return "Thought signature is not valid";
    }
    const before = contents[index - 1];
    const calls = namesIn(before, "functionCall");
    const responses = namesIn(content, "functionResponse");
    if (calls.length !== responses.length)
      return "Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.";
    if (calls.join() !== responses.join())
      return "Please ensure that function response turn comes immediately after a function call turn.";
    if (
      index > 0 &&
      before?.["role"] === content["role"] &&
      calls.length === 0 &&
      namesIn(before, "functionResponse").length === 0
    )
      return "Please ensure that multiturn requests alternate between user and model.";
  }
  return namesIn(contents.at(-1), "functionCall").length === 0
    ? undefined
    : "Please ensure that function call turn is followed by a function response turn.";
}

function namesIn(content: JsonObject | undefined, kind: string): readonly string[] {
  return objectsIn(content?.["parts"]).flatMap((part) => {
    const named = objectIn(part[kind]);
    return named === undefined ? [] : [textIn(named["name"]) ?? ""];
  });
}
