import type { Json, JsonObject } from "@wield/core";
import { deltasOf, rawInputOf } from "../scripted-step.ts";
import { DEFAULT_USAGE, finishOf, type ProviderReply, type Wire } from "./provider-step.ts";
import { responsesFault } from "./responses-fault.ts";
import { eventFrame, orderDeltas, textIn } from "./wire-json.ts";

/** OpenAI's Responses API, as platform.openai.com/docs/api-reference/responses-streaming shows it. */
export const responsesWire: Wire = {
  contentType: "text/event-stream; charset=utf-8",
  fault: responsesFault,
  keyOf: ({ headers }) => headers["authorization"]?.replace(/^Bearer /, ""),
  errorFrame: (type, message) =>
    eventFrame("error", { type: "error", code: type, message, param: null, sequence_number: 99 }),
  errorBody: ({ status, type, message = "" }) =>
    JSON.stringify({
      error: {
        message,
        type: type ?? (status >= 500 ? "server_error" : "invalid_request_error"),
        param: null,
        code: type ?? null,
      },
    }),
  frames(reply, { body }) {
    const events: JsonObject[] = [];
    const response = responseObject(textIn(body["model"]) ?? "", reply);
    events.push({ type: "response.created", response: response("in_progress", []) });
    events.push({ type: "response.in_progress", response: response("in_progress", []) });
    const items = itemsOf(reply);
    events.push(...itemEvents(items, reply));
    const isCut = ["length", "refusal"].includes(finishOf(reply));
    const output = items.map(({ whole }) => whole);
    events.push(
      isCut
        ? { type: "response.incomplete", response: response("incomplete", output) }
        : { type: "response.completed", response: response("completed", output) },
    );
    return events.map((event, index) =>
      eventFrame(textIn(event["type"]) ?? "", { ...event, sequence_number: index }),
    );
  },
};

interface Item {
  readonly kind: "reasoning" | "text" | "call";
  readonly id: string;
  readonly begun: JsonObject;
  readonly whole: JsonObject;
  readonly pieces: readonly string[];
}

function itemsOf({ reasoning, text = "", calls = [], deltaLength, finish }: ProviderReply): readonly Item[] {
  const items: Item[] = [];
  if (reasoning !== undefined) {
    const id = "rs_68af4030baa48193b0b43b4c2a176a1a0e63d6ef5ea77a5e";
    const encrypted = reasoning.signature === undefined ? {} : { encrypted_content: reasoning.signature };
    const summary = reasoning.text === "" ? [] : [{ type: "summary_text", text: reasoning.text }];
    const begun = { id, type: "reasoning", summary: [] as Json[], ...encrypted };
    items.push({
      kind: "reasoning",
      id,
      begun,
      whole: { ...begun, summary },
      pieces: deltasOf(reasoning.text, deltaLength),
    });
  }
  if (text !== "") {
    const id = "msg_67c9fdcf37fc8190ba82116e33fb28c507b8b0ad4e5eb654";
    const message = { id, type: "message", role: "assistant" };
    items.push({
      kind: "text",
      id,
      begun: { ...message, status: "in_progress", content: [] },
      whole: { ...message, status: "completed", content: [{ type: "output_text", text, annotations: [] }] },
      pieces: deltasOf(text, deltaLength),
    });
  }
  for (const [at, call] of calls.entries()) {
    const id = `fc_67ca09c6bedc8190a7abfec07b1a1332096610f47401167${at}`;
    const called = {
      id,
      type: "function_call",
      call_id: call.id ?? `call_unLAR8MvFNptuiZK6K6HCy5${at}`,
      name: call.tool,
    };
    const isCutOff = finish === "length" && at === calls.length - 1;
    items.push({
      kind: "call",
      id,
      begun: { ...called, status: "in_progress", arguments: "" },
      whole: { ...called, status: isCutOff ? "incomplete" : "completed", arguments: rawInputOf(call) },
      pieces: deltasOf(rawInputOf(call), deltaLength),
    });
  }
  return items;
}

function itemEvents(items: readonly Item[], { isInterleaved = false }: ProviderReply): readonly JsonObject[] {
  const first = items.findIndex(({ kind }) => kind === "call");
  const calls = items.filter(({ kind }) => kind === "call");
  if (!isInterleaved || calls.length < 2) return items.flatMap(oneItem);
  const deltas = orderDeltas(
    calls.map(({ pieces }) => pieces),
    true,
  );
  return [
    ...items.slice(0, first).flatMap(oneItem),
    ...calls.map((item, at) => added(item, first + at)),
    ...deltas.flatMap(({ of, delta }) => {
      const item = calls[of];
      return item === undefined ? [] : [inputDelta(item, first + of, delta)];
    }),
    ...calls.flatMap((item, at) => ended(item, first + at)),
  ];
}

function oneItem(item: Item, index: number): readonly JsonObject[] {
  const { id, kind, pieces } = item;
  const place = { item_id: id, output_index: index };
  if (kind === "call")
    return [
      added(item, index),
      ...pieces.map((delta) => inputDelta(item, index, delta)),
      ...ended(item, index),
    ];
  if (kind === "reasoning") {
    const at = { ...place, summary_index: 0 };
    const part = (text: string): JsonObject => ({ ...at, part: { type: "summary_text", text } });
    const summary: readonly JsonObject[] = [
      { type: "response.reasoning_summary_part.added", ...part("") },
      ...pieces.map((delta) => ({ type: "response.reasoning_summary_text.delta", ...at, delta })),
      { type: "response.reasoning_summary_text.done", ...at, text: pieces.join("") },
      { type: "response.reasoning_summary_part.done", ...part(pieces.join("")) },
    ];
    return [added(item, index), ...(pieces.length === 0 ? [] : summary), done(item, index)];
  }
  const at = { ...place, content_index: 0 };
  const part = (text: string): JsonObject => ({
    ...at,
    part: { type: "output_text", text, annotations: [] },
  });
  return [
    added(item, index),
    { type: "response.content_part.added", ...part("") },
    ...pieces.map((delta) => ({ type: "response.output_text.delta", ...at, delta, logprobs: [] })),
    { type: "response.output_text.done", ...at, text: pieces.join(""), logprobs: [] },
    { type: "response.content_part.done", ...part(pieces.join("")) },
    done(item, index),
  ];
}

function added(item: Item, index: number): JsonObject {
  return { type: "response.output_item.added", output_index: index, item: item.begun };
}

function done(item: Item, index: number): JsonObject {
  return { type: "response.output_item.done", output_index: index, item: item.whole };
}

function inputDelta({ id }: Item, index: number, delta: string): JsonObject {
  return { type: "response.function_call_arguments.delta", item_id: id, output_index: index, delta };
}

function ended(item: Item, index: number): readonly JsonObject[] {
  const given = { item_id: item.id, output_index: index, arguments: item.pieces.join("") };
  return [{ type: "response.function_call_arguments.done", ...given }, done(item, index)];
}

function responseObject(
  model: string,
  reply: ProviderReply,
): (status: string, output: readonly Json[]) => JsonObject {
  const { input, output: written, cached } = reply.usage ?? DEFAULT_USAGE;
  return (status, output) => ({
    id: "resp_67c9fdcecf488190bdd9a0409de3a1ec07b8b0ad4e5eb654",
    object: "response",
    created_at: 1_741_290_958,
    status,
    error: null,
    incomplete_details:
      status === "incomplete"
        ? { reason: finishOf(reply) === "refusal" ? "content_filter" : "max_output_tokens" }
        : null,
    model,
    output,
    parallel_tool_calls: true,
    store: false,
    usage:
      status === "in_progress"
        ? null
        : {
            input_tokens: input,
            input_tokens_details: { cached_tokens: cached },
            output_tokens: written,
            output_tokens_details: { reasoning_tokens: 0 },
            total_tokens: input + written,
          },
  });
}
