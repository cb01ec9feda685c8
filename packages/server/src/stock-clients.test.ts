// Prevents: a server that the libraries most clients are built with cannot use, in any revision.
import {
  Client as ClientV2,
  StreamableHTTPClientTransport as TransportV2,
} from "@modelcontextprotocol/client";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as TransportV1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasBegun, type ServeFixture, serveFixture, stopped } from "./testing/serve-fixture.ts";

interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onprogress?: (told: { readonly message?: string | undefined }) => void;
}

interface StockClient extends AsyncDisposable {
  tools(): Promise<readonly string[]>;
  call(
    name: string,
    input: Record<string, unknown>,
    options?: CallOptions,
  ): Promise<{ readonly text: string; readonly isError: boolean }>;
  resources(): Promise<number>;
}

interface About {
  /** What a person answers to a form; nothing: the client shows no forms. */
  readonly answer?: (message: string) => {
    action: "accept" | "decline" | "cancel";
    content?: Record<string, string>;
  };
}

type Start = (server: ServeFixture, about?: About) => Promise<StockClient>;

const INFO = { name: "stock", version: "1" };

function capabilities({ answer }: About): {
  elicitation?: { form: Record<string, never> };
  roots: Record<string, never>;
} {
  return { ...(answer === undefined ? {} : { elicitation: { form: {} } }), roots: {} };
}

function said(result: unknown): { readonly text: string; readonly isError: boolean } {
  const { content = [], isError } = result as { content?: readonly { text?: string }[]; isError?: boolean };
  return { text: content.map(({ text }) => text ?? "").join("\n"), isError: isError === true };
}

const startV1: Start = async ({ url, token }, about = {}) => {
  const client = new ClientV1(INFO, { capabilities: capabilities(about) });
  const { answer } = about;
  if (answer !== undefined)
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => answer(params.message));
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new TransportV1(url, { requestInit }));
  return {
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, input, options) =>
      said(await client.callTool({ name, arguments: input }, undefined, options)),
    resources: async () => (await client.listResources()).resources.length,
    [Symbol.asyncDispose]: () => client.close(),
  };
};

function startV2(mode: "legacy" | { pin: string }): Start {
  return async ({ url, token }, about = {}) => {
    const client = new ClientV2(INFO, { capabilities: capabilities(about), versionNegotiation: { mode } });
    const { answer } = about;
    if (answer !== undefined)
      client.setRequestHandler("elicitation/create", ({ params }) => answer(params.message));
    const requestInit = { headers: { authorization: `Bearer ${token}` } };
    await client.connect(new TransportV2(url, { requestInit }));
    return {
      tools: async () => (await client.listTools()).tools.map(({ name }) => name),
      call: async (name, input, options) => said(await client.callTool({ name, arguments: input }, options)),
      resources: async () => (await client.listResources()).resources.length,
      [Symbol.asyncDispose]: () => client.close(),
    };
  };
}

const CLIENTS: readonly (readonly [name: string, start: Start])[] = [
  ["v1", startV1],
  ["v2, 2025 revision", startV2("legacy")],
  ["v2, 2026 revision", startV2({ pin: "2026-07-28" })],
];

describe.each(CLIENTS)("%s", (name, start) => {
  let server: ServeFixture;
  let client: StockClient;

  beforeAll(async () => {
    server = await serveFixture();
    client = await start(server);
  });
  afterAll(async () => {
    await client[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });

  test("tools are listed and called, and resources can be asked for", async () => {
    const tools = await client.tools();
    expect(tools).toEqual(expect.arrayContaining(["read_file", "edit_file", "terminal"]));
    expect(tools).not.toContain("ask_user");
    expect(await client.call("read_file", { path: "a.txt" })).toMatchObject({
      text: expect.stringContaining("hi"),
      isError: false,
    });
    expect(await client.call("read_file", {})).toMatchObject({ isError: true });
    expect(await client.resources()).toBe(0);
  });

  test("progress reaches the client that asked for it", async () => {
    const heard: (string | undefined)[] = [];
    const input = { ms: 200, word: `progress ${name}` };
    await client.call("echo_later", input, { onprogress: ({ message }) => heard.push(message) });
    expect(heard).toContain(`begun progress ${name}`);
  });

  test("a cancelled call stops", async () => {
    const word = `cancel ${name}`;
    const abort = new AbortController();
    const running = hasBegun(word);
    const call = client.call("echo_later", { ms: 60_000, word }, { signal: abort.signal });
    await running;
    abort.abort();
    await expect(call).rejects.toThrow();
    await expect.poll(() => stopped.has(word)).toBe(true);
    expect(await client.call("echo_later", { ms: 0, word: "next" })).toMatchObject({ text: "next" });
  });

  test("a change is asked for, and the answer counts", async () => {
    expect(await client.call("change_something", {})).toMatchObject({
      isError: true,
      text: expect.stringContaining("nobody can be asked"),
    });
    const asked: string[] = [];
    const answers = (decision: string) => (message: string) => {
      asked.push(message);
      return { action: "accept" as const, content: { decision } };
    };
    await using allowing = await start(server, { answer: answers("allow once") });
    const allowed = await allowing.call("change_something", {});
    expect(asked[0]).toContain("change_something");
    await using refusing = await start(server, { answer: () => ({ action: "decline" }) });
    expect(await refusing.call("change_something", {})).toMatchObject({ isError: true });
    expect(allowed).toEqual({ text: "changed", isError: false });
  });

  test("many clients at once each get their own answers", async () => {
    const clients = await Promise.all(Array.from({ length: 10 }, () => start(server)));
    const words = await Promise.all(
      clients.flatMap((one, index) =>
        Array.from({ length: 10 }, async (_, round) => {
          const word = `${index}-${round}`;
          return [word, (await one.call("echo_later", { ms: (index * round) % 7, word })).text] as const;
        }),
      ),
    );
    for (const [wanted, got] of words) expect(got).toBe(wanted);
    await Promise.all(clients.map((one) => one[Symbol.asyncDispose]()));
  });
});
