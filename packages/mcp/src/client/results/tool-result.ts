import { fail, isJsonObject, type Json, type JsonObject, ok, type ToolResult } from "@wield/core";
import { renderContent } from "./render-content.ts";

/**
 * What the server answered to a call, as a result of ours. `outputFault` tells how it breaks its own output schema,
 * `hintFor` what to do about the words of an error.
 */
export function toolResult(
  answer: JsonObject,
  outputFault: (structured: JsonObject) => string | undefined,
  hintFor: (words: string) => string | undefined,
): ToolResult {
  const { texts, images } = renderContent(answer["content"]);
  const structured = answer["structuredContent"];
  const hasStructured = structured !== undefined && structured !== null;
  const shown = hasStructured && !texts.some((text) => saysTheSame(text, structured));
  const text = [...texts, ...(shown ? [JSON.stringify(structured, undefined, 2)] : [])].join("\n");
  const data = hasStructured ? { data: structured } : {};
  const wrong = isJsonObject(structured) && answer["isError"] !== true ? outputFault(structured) : undefined;
  const notes = wrong === undefined ? [] : [`the structured content breaks its own schema: ${wrong}`];
  if (answer["isError"] === true) {
    const hint = hintFor(text);
    return fail(
      "tool_reported_error",
      text.trim() === "" ? "the server reported an error without words" : text,
      {
        ...data,
        ...(hint === undefined ? {} : { hint }),
        notes,
      },
    );
  }
  // An empty text is an answer; no content at all is told.
  const said = text === "" && texts.length === 0 && images.length === 0 ? "(no output)" : text;
  return ok(said, data.data, { notes, ...(images.length === 0 ? {} : { blocks: images }) });
}

function saysTheSame(text: string, structured: Json): boolean {
  const trimmed = text.trim();
  if (!trimmed.startsWith("{") && !trimmed.startsWith("[")) return trimmed === JSON.stringify(structured);
  try {
    return JSON.stringify(JSON.parse(trimmed)) === JSON.stringify(structured);
  } catch {
    return false;
  }
}
