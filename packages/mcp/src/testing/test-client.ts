import { fileURLToPath } from "node:url";
import { Client as ClientV2, type ClientCapabilities } from "@modelcontextprotocol/client";
import { StdioClientTransport as StdioV2 } from "@modelcontextprotocol/client/stdio";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as StdioV1 } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ElicitRequestSchema, ListRootsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import type {
  CallToolResult,
  ElicitRequest,
  ElicitResult,
  Progress,
  Tool,
} from "@modelcontextprotocol/server";
import type { FixtureOptions } from "./fixture-options.ts";

const SERVER = fileURLToPath(new URL("./serve-fixture.ts", import.meta.url));

/** What a client can do besides calling. */
export interface ClientAbout {
  readonly elicit?: (
    params: ElicitRequest["params"],
    signal: AbortSignal,
  ) => ElicitResult | Promise<ElicitResult>;
  /** URIs. Read anew each time the server asks. */
  readonly roots?: () => readonly string[];
  readonly onToolsChanged?: () => void;
}

export interface TestCallOptions {
  readonly signal?: AbortSignal;
  readonly onprogress?: (progress: Progress) => void;
}

/** A real client with the server as its child process. */
export interface TestClient extends AsyncDisposable {
  readonly pid: number;
  instructions(): string | undefined;
  listTools(): Promise<readonly Tool[]>;
  call(name: string, input?: Record<string, unknown>, options?: TestCallOptions): Promise<CallToolResult>;
  /** Says that the roots changed, on revisions that have a message for it. */
  announceRoots(): Promise<void>;
  stderr(): string;
  close(): Promise<void>;
}

export type StartClient = (server: FixtureOptions, about?: ClientAbout) => Promise<TestClient>;

/** The clients every behaviour is tried with: an old library, the new one as it starts, and the newest revision. */
export const CLIENTS: readonly (readonly [name: string, start: StartClient])[] = [
  ["v1 client", startV1],
  ["v2 client, 2025 revision", (server, about) => startV2(server, about, "legacy")],
  ["v2 client, 2026 revision", (server, about) => startV2(server, about, { pin: "2026-07-28" })],
];

const INFO = { name: "test-client", version: "1.0.0" };

function parameters(server: FixtureOptions): { command: string; args: string[]; stderr: "pipe" } {
  return { command: process.execPath, args: [SERVER, JSON.stringify(server)], stderr: "pipe" };
}

function capabilities({ elicit, roots }: ClientAbout): ClientCapabilities {
  return {
    ...(elicit === undefined ? {} : { elicitation: { form: {} } }),
    ...(roots === undefined ? {} : { roots: { listChanged: true } }),
  };
}

/** Asks for the revision in the process it then talks to, while the library's own would start one more for that. */
class OneProcess extends StdioV2 {}

async function startV2(
  server: FixtureOptions,
  about: ClientAbout = {},
  mode: "legacy" | { pin: string } = "legacy",
): Promise<TestClient> {
  const { elicit, roots, onToolsChanged } = about;
  const transport = new OneProcess(parameters(server));
  const client = new ClientV2(INFO, {
    capabilities: capabilities(about),
    versionNegotiation: { mode },
    ...(onToolsChanged === undefined
      ? {}
      : { listChanged: { tools: { onChanged: onToolsChanged, autoRefresh: false, debounceMs: 0 } } }),
  });
  if (elicit !== undefined)
    client.setRequestHandler("elicitation/create", ({ params }, { mcpReq }) => elicit(params, mcpReq.signal));
  if (roots !== undefined) client.setRequestHandler("roots/list", () => listed(roots));
  const stderr = collect(transport.stderr);
  await client.connect(transport);
  return finish(client, transport.pid, stderr, {
    listTools: async () => (await client.listTools()).tools,
    call: (name, input, options) =>
      client.callTool({ name, ...(input === undefined ? {} : { arguments: input }) }, options),
    announceRoots: () =>
      client.getProtocolEra() === "modern" ? Promise.resolve() : client.sendRootsListChanged(),
  });
}

async function startV1(server: FixtureOptions, about: ClientAbout = {}): Promise<TestClient> {
  const { elicit, roots, onToolsChanged } = about;
  const transport = new StdioV1(parameters(server));
  const client = new ClientV1(INFO, {
    capabilities: capabilities(about),
    ...(onToolsChanged === undefined
      ? {}
      : { listChanged: { tools: { onChanged: onToolsChanged, autoRefresh: false, debounceMs: 0 } } }),
  });
  if (elicit !== undefined)
    client.setRequestHandler(ElicitRequestSchema, ({ params }, { signal }) => elicit(params, signal));
  if (roots !== undefined) client.setRequestHandler(ListRootsRequestSchema, () => listed(roots));
  const stderr = collect(transport.stderr);
  await client.connect(transport);
  return finish(client, transport.pid, stderr, {
    listTools: async () => (await client.listTools()).tools as Tool[],
    call: async (name, input, options) =>
      (await client.callTool({ name, arguments: input }, undefined, options)) as CallToolResult,
    announceRoots: () => client.sendRootsListChanged(),
  });
}

function finish(
  client: { getInstructions(): string | undefined; close(): Promise<void> },
  pid: number | null,
  stderr: () => string,
  how: Pick<TestClient, "listTools" | "call" | "announceRoots">,
): TestClient {
  const close = (): Promise<void> => client.close();
  return {
    ...how,
    pid: pid ?? 0,
    instructions: () => client.getInstructions(),
    stderr,
    close,
    [Symbol.asyncDispose]: close,
  };
}

function listed(roots: () => readonly string[]): { roots: { uri: string }[] } {
  return { roots: roots().map((uri) => ({ uri })) };
}

function collect(
  stream: { on(event: "data", take: (chunk: unknown) => void): unknown } | null,
): () => string {
  let text = "";
  stream?.on("data", (chunk) => {
    text += String(chunk);
  });
  return () => text;
}
