import type { FinishReason, ModelAnswer, ModelFacts, TokenUsage } from "@wield/core";
import type { AnswerBlock, CallBlock } from "./answer-block.ts";
import type { AnswerCollector, AnswerEnd } from "./collect-answer.ts";

type AnswerPart = ModelAnswer["parts"][number];

/** The whole answer. Calls of an answer that was refused are left out. `toolName` undoes a renaming for the wire. */
export function toAnswer(
  collected: AnswerCollector,
  end: AnswerEnd,
  { facts, toolName }: { readonly facts: ModelFacts; readonly toolName: (wireName: string) => string },
): ModelAnswer {
  const blocks = collected.blocks();
  const isRefused = end.unified === "content-filter";
  const isLength = end.unified === "length";
  const parts = blocks.flatMap((block, index): readonly AnswerPart[] => {
    if (block.kind !== "call") return textParts(block, facts);
    if (isRefused) return [];
    const isLast = index === blocks.length - 1;
    const wasCutOff = isLength && (!isWholeJson(block.rawInput) || (isLast && !block.hasInput));
    return [callPart(block, { facts, tool: toolName(block.tool), wasCutOff })];
  });
  const usage = usageOf(collected);
  return {
    parts,
    finish: finishOf(
      end,
      parts.some((part) => part.kind === "call"),
    ),
    ...(usage === undefined ? {} : { usage }),
  };
}

function textParts(block: Exclude<AnswerBlock, CallBlock>, { provider }: ModelFacts): readonly AnswerPart[] {
  if (block.kind === "text") return block.text === "" ? [] : [{ kind: "text", text: block.text }];
  if (block.text === "" && block.opaque === undefined) return [];
  return [
    {
      kind: "reasoning",
      text: block.text,
      provider,
      ...(block.opaque === undefined ? {} : { opaque: block.opaque }),
    },
  ];
}

function callPart(
  block: CallBlock,
  {
    facts,
    tool,
    wasCutOff,
  }: { readonly facts: ModelFacts; readonly tool: string; readonly wasCutOff: boolean },
): AnswerPart {
  return {
    kind: "call",
    tool,
    rawInput: block.rawInput,
    ...(wasCutOff ? { wasCutOff } : {}),
    ...(block.opaque === undefined ? {} : { provider: facts.provider, opaque: block.opaque }),
  };
}

function finishOf({ unified }: AnswerEnd, hasCalls: boolean): FinishReason {
  switch (unified) {
    case "length":
      return "length";
    case "content-filter":
      return "refusal";
    case "stop":
    case "tool-calls":
      return hasCalls ? "calls" : "stop";
    default:
      return hasCalls ? "calls" : "other";
  }
}

function usageOf({ usage }: AnswerCollector): TokenUsage | undefined {
  if (usage === undefined) return undefined;
  const { inputTokens, outputTokens } = usage;
  if (inputTokens.total === undefined && outputTokens.total === undefined) return undefined;
  return {
    input: inputTokens.total ?? 0,
    output: outputTokens.total ?? 0,
    cached: inputTokens.cacheRead ?? 0,
  };
}

function isWholeJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
