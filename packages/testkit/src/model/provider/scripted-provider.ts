import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { Json, JsonObject } from "@wield/core";
import { anthropicWire } from "./anthropic-wire.ts";
import { chatWire } from "./chat-wire.ts";
import { googleWire } from "./google-wire.ts";
import type {
  ProviderBytes,
  ProviderRefusal,
  ProviderReply,
  ProviderRequest,
  ProviderSource,
  ProviderStep,
  Wire,
} from "./provider-step.ts";
import { responsesWire } from "./responses-wire.ts";
import { objectIn } from "./wire-json.ts";

export interface ScriptedProvider {
  /** Such as `http://127.0.0.1:40123`, without a slash at its end. */
  readonly url: string;
  /** Model requests, in order. */
  readonly requests: readonly ProviderRequest[];
  /** What was refused, and why. */
  readonly faults: readonly string[];
  /** Throws unless every step was asked for and no request was refused. */
  assertDone(): void;
  close(): Promise<void>;
}

export interface ScriptedProviderOptions {
  /** Requests with another key are refused as the provider does it. */
  readonly key?: string;
  /** True: requests are not checked, for measuring. */
  readonly isUnchecked?: boolean;
  /** Answers the requests after the last step. */
  readonly afterwards?: ProviderSource;
  /** Other paths, such as a list of models, and what is answered there as JSON. */
  readonly routes?: Readonly<Record<string, Json>>;
}

/**
 * A server on 127.0.0.1 that speaks the streaming formats of Anthropic, OpenAI (Responses and Chat Completions) and
 * Google, by the path that is asked, and refuses what they refuse, in their words.
 */
export async function scriptedProvider(
  steps: readonly ProviderSource[],
  options: ScriptedProviderOptions = {},
): Promise<ScriptedProvider> {
  const requests: ProviderRequest[] = [];
  const faults: string[] = [];
  const issued = new Set<string>();
  // A request that was refused uses up no step.
  let taken = 0;

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = incoming.url ?? "/";
    const route = options.routes?.[path.split("?")[0] ?? ""];
    const bytes = await buffer(incoming);
    if (route !== undefined) return sendJson(response, 200, JSON.stringify(route));
    const wire = wireAt(path);
    if (wire === undefined) return sendJson(response, 404, JSON.stringify({ error: "not found" }));
    const request: ProviderRequest = {
      method: incoming.method ?? "",
      path,
      headers: Object.fromEntries(
        Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
      ),
      body: bodyOf(bytes),
    };
    if (options.key !== undefined && wire.keyOf(request) !== options.key)
      return refuse(response, wire, { status: 401, message: "invalid x-api-key" });
    const fault = options.isUnchecked === true ? undefined : wire.fault(request, issued);
    if (fault !== undefined) {
      faults.push(`request ${requests.length}: ${fault}`);
      requests.push(request);
      return refuse(response, wire, { status: 400, message: fault });
    }
    const source = steps[taken] ?? options.afterwards;
    requests.push(request);
    taken += 1;
    if (source === undefined) {
      faults.push(`request ${requests.length - 1} came, but the script ends after ${steps.length} steps`);
      return refuse(response, wire, { status: 400, message: "the script has ended" });
    }
    const step = typeof source === "function" ? source(request, requests.length - 1) : source;
    await carryOut(step, { response, wire, request, issued });
  }

  const server = createServer((incoming, response) => {
    answer(incoming, response).catch((error: unknown) => {
      faults.push(String(error));
      response.destroy();
    });
  });
  server.keepAliveTimeout = 30_000;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    faults,
    assertDone() {
      if (faults.length > 0) throw new Error(faults.join("\n"));
      if (taken < steps.length) throw new Error(`only ${taken} of ${steps.length} steps were asked for`);
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Exchange {
  readonly response: ServerResponse;
  readonly wire: Wire;
  readonly request: ProviderRequest;
  readonly issued: Set<string>;
}

async function carryOut(step: ProviderStep, exchange: Exchange): Promise<void> {
  const { response, wire } = exchange;
  if (typeof step === "string") return stream({ text: step }, exchange);
  if ("hangsUp" in step) {
    response.destroy();
    return;
  }
  if ("status" in step) return refuse(response, wire, step);
  if ("body" in step) return sendBytes(step, exchange);
  return stream(step, exchange);
}

async function stream(reply: ProviderReply, { response, wire, request, issued }: Exchange): Promise<void> {
  const signatures = [reply.reasoning?.signature, ...(reply.calls ?? []).map(({ signature }) => signature)];
  for (const signature of signatures) if (signature !== undefined) issued.add(signature);
  const { breaksAfter, failsAfter } = reply;
  const frames = wire.frames(reply, request);
  const count = breaksAfter?.events ?? failsAfter?.events ?? frames.length;
  const text = [
    ...frames.slice(0, count),
    ...(failsAfter === undefined ? [] : [wire.errorFrame(failsAfter.type, failsAfter.message)]),
  ].join("");
  response.writeHead(200, {
    "content-type": wire.contentType,
    "cache-control": "no-cache",
    "request-id": "req_1",
  });
  await write(response, Buffer.from(text), reply.writeBytes);
  if (breaksAfter?.how === "cut") response.destroy();
  else if (breaksAfter?.how !== "silence") response.end();
}

async function sendBytes(
  { body, contentType, writeBytes }: ProviderBytes,
  { response, wire }: Exchange,
): Promise<void> {
  response.writeHead(200, { "content-type": contentType ?? wire.contentType });
  await write(response, Buffer.from(body), writeBytes);
  response.end();
}

/** Each write leaves on its own; what was written is with the kernel when this resolves. */
async function write(response: ServerResponse, bytes: Buffer, writeBytes = bytes.length): Promise<void> {
  response.flushHeaders();
  for (let start = 0; start < bytes.length; start += Math.max(1, writeBytes)) {
    await new Promise<void>((resolve) => {
      response.write(bytes.subarray(start, start + Math.max(1, writeBytes)), () => resolve());
    });
  }
}

function refuse(response: ServerResponse, wire: Wire, refusal: ProviderRefusal): void {
  sendJson(response, refusal.status, refusal.body ?? wire.errorBody(refusal), refusal.headers);
}

function sendJson(
  response: ServerResponse,
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(body);
}

function wireAt(path: string): Wire | undefined {
  if (path.includes(":streamGenerateContent")) return path.includes("alt=sse") ? googleWire : undefined;
  if (path.endsWith("/messages")) return anthropicWire;
  if (path.endsWith("/responses")) return responsesWire;
  return path.endsWith("/chat/completions") ? chatWire : undefined;
}

function bodyOf(bytes: Buffer): JsonObject {
  try {
    return objectIn(JSON.parse(bytes.toString("utf8")) as Json) ?? {};
  } catch {
    return {};
  }
}
