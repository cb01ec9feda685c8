import type { ServeFixture } from "./serve-fixture.ts";

const HEADERS = {
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
};

/** A session written by hand, so that ids and headers are what a test wants them to be. */
export interface RawSession {
  readonly id: string;
  post(
    message: object | string,
    headers?: Readonly<Record<string, string>>,
    signal?: AbortSignal,
  ): Promise<Response>;
}

export function rawPost(
  { url, token }: ServeFixture,
  body: object | string,
  {
    headers = {},
    signal,
  }: { readonly headers?: Readonly<Record<string, string>>; readonly signal?: AbortSignal } = {},
): Promise<Response> {
  return fetch(url, {
    method: "POST",
    headers: { ...HEADERS, authorization: `Bearer ${token}`, ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
    ...(signal === undefined ? {} : { signal }),
  });
}

export async function openRawSession(server: ServeFixture, capabilities: object = {}): Promise<RawSession> {
  const hello = await rawPost(server, {
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities, clientInfo: { name: "raw", version: "1" } },
  });
  await hello.text();
  const id = hello.headers.get("mcp-session-id") ?? "";
  const own = { "mcp-session-id": id, "mcp-protocol-version": "2025-06-18" };
  const session: RawSession = {
    id,
    post: (message, headers = {}, signal) =>
      rawPost(server, message, {
        headers: { ...own, ...headers },
        ...(signal === undefined ? {} : { signal }),
      }),
  };
  await session.post({ jsonrpc: "2.0", method: "notifications/initialized" });
  return session;
}

export function callOf(id: number | string, name: string, input: object, meta?: object): object {
  const _meta = meta === undefined ? {} : { _meta: meta };
  return { jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: input, ..._meta } };
}

/** The message with an answer, from plain JSON or from a stream. */
export async function answerOf(response: Response): Promise<Readonly<Record<string, unknown>>> {
  const text = await response.text();
  const data = text.split("\n").findLast((line) => line.startsWith("data: {"));
  return JSON.parse(data?.slice(6) ?? text) as Readonly<Record<string, unknown>>;
}

/** The text of a call's result. */
export async function textOf(response: Response): Promise<string> {
  const { result } = (await answerOf(response)) as {
    readonly result?: { readonly content?: readonly { readonly text?: string }[] };
  };
  return (result?.content ?? []).map(({ text = "" }) => text).join("\n");
}
