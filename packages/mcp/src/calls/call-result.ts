import type { CallToolResult } from "@modelcontextprotocol/server";
import {
  type CallOutcome,
  type FailedResult,
  type ImageBlock,
  isJsonObject,
  type OkOutcome,
  renderOutcome,
  type ToolDefinition,
} from "@wield/core";

/**
 * A call's outcome as the client gets it. Structured content always holds the whole text too, since several clients
 * show their model nothing else.
 */
export function callResult(
  outcome: CallOutcome,
  tool: ToolDefinition | undefined,
  isStructured: boolean,
): CallToolResult {
  const text = renderOutcome(outcome);
  if (outcome.status !== "ok") return { content: [{ type: "text", text }], isError: true };
  return {
    content: [{ type: "text", text }, ...outcome.blocks.map(imageContent)],
    ...(isStructured && tool?.output !== undefined ? { structuredContent: structured(text, outcome) } : {}),
  };
}

/** A failure before any call could be made. */
export function failureResult({ message, hint }: FailedResult): CallToolResult {
  return {
    content: [{ type: "text", text: hint === undefined ? message : `${message}\nHint: ${hint}` }],
    isError: true,
  };
}

function structured(text: string, { data }: OkOutcome): Record<string, unknown> {
  if (data === undefined || !isJsonObject(data)) return { text };
  const { text: _replaced, ...rest } = data;
  return { text, ...rest };
}

function imageContent({ mediaType, bytes }: ImageBlock): CallToolResult["content"][number] {
  return {
    type: "image",
    data: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64"),
    mimeType: mediaType,
  };
}
