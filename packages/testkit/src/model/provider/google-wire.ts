import type { Json, JsonObject } from "@wield/core";
import { deltasOf, rawInputOf } from "../scripted-step.ts";
import { googleFault } from "./google-fault.ts";
import {
  DEFAULT_USAGE,
  finishOf,
  type ProviderCall,
  type ProviderReply,
  type Wire,
} from "./provider-step.ts";

const FINISH_REASONS = {
  stop: "STOP",
  calls: "STOP",
  length: "MAX_TOKENS",
  refusal: "SAFETY",
  other: "OTHER",
};

const STATUSES = new Map([
  [400, "INVALID_ARGUMENT"],
  [401, "UNAUTHENTICATED"],
  [403, "PERMISSION_DENIED"],
  [404, "NOT_FOUND"],
  [429, "RESOURCE_EXHAUSTED"],
  [500, "INTERNAL"],
  [503, "UNAVAILABLE"],
  [504, "DEADLINE_EXCEEDED"],
]);

/** Google's `streamGenerateContent?alt=sse`, as ai.google.dev/api/generate-content shows it. */
export const googleWire: Wire = {
  contentType: "text/event-stream",
  fault: googleFault,
  keyOf: ({ headers }) => headers["x-goog-api-key"],
  errorFrame: (status, message) => frame({ error: { code: codeOf(status), message, status } }),
  errorBody: ({ status, type, message = "" }) =>
    JSON.stringify({ error: { code: status, message, status: type ?? STATUSES.get(status) ?? "UNKNOWN" } }),
  frames(reply, { path }) {
    const model = /models\/([^:]+):/.exec(path)?.[1] ?? "";
    const { input, output, cached } = reply.usage ?? DEFAULT_USAGE;
    const usageMetadata = {
      promptTokenCount: input,
      candidatesTokenCount: output,
      totalTokenCount: input + output,
      cachedContentTokenCount: cached,
    };
    const rest = { usageMetadata, modelVersion: model, responseId: "OSQ3aaCDAuKkz7IPlYiU8Ak" };
    const parts = partsOf(reply);
    const last: JsonObject = {
      candidates: [
        {
          content: { parts: [{ text: "" }], role: "model" },
          finishReason: FINISH_REASONS[finishOf(reply)],
          index: 0,
        },
      ],
      ...rest,
    };
    return [
      ...parts.map((part) =>
        frame({ candidates: [{ content: { parts: [part], role: "model" }, index: 0 }], ...rest }),
      ),
      frame(last),
    ];
  },
};

function partsOf({ reasoning, text = "", calls = [], deltaLength }: ProviderReply): readonly Json[] {
  const thoughts = deltasOf(reasoning?.text ?? "", deltaLength);
  const signature = reasoning?.signature === undefined ? {} : { thoughtSignature: reasoning.signature };
  return [
    ...thoughts.map((delta, at) => ({
      text: delta,
      thought: true,
      ...(at === thoughts.length - 1 ? signature : {}),
    })),
    ...deltasOf(text, deltaLength).map((delta) => ({ text: delta })),
    ...calls.map((call) => ({
      functionCall: {
        ...(call.id === undefined || call.id === null ? {} : { id: call.id }),
        name: call.tool,
        args: argsOf(call),
      },
      ...(call.signature === undefined ? {} : { thoughtSignature: call.signature }),
    })),
  ];
}

/** Arguments are an object here: broken text cannot be sent. */
function argsOf(call: ProviderCall): Json {
  try {
    return JSON.parse(rawInputOf(call)) as Json;
  } catch {
    return { broken: rawInputOf(call) };
  }
}

function frame(data: Json): string {
  return `data: ${JSON.stringify(data)}\r\n\r\n`;
}

function codeOf(status: string): number {
  return [...STATUSES].find(([, name]) => name === status)?.[0] ?? 500;
}
