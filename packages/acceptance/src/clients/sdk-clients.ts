import { Client as ClientV2 } from "@modelcontextprotocol/client";
import { StdioClientTransport as StdioV2 } from "@modelcontextprotocol/client/stdio";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as StdioV1 } from "@modelcontextprotocol/sdk/client/stdio.js";
import { commandEnvironment } from "../command/wield.ts";

/** What a tool call gives to a client. */
interface ClientResult {
  readonly text: string;
  readonly structured: Readonly<Record<string, unknown>> | undefined;
  readonly isError: boolean;
}

/** A client made with one of the public libraries, with `wield mcp` as its child. */
export interface SdkClient extends AsyncDisposable {
  readonly pid: number;
  toolNames(): Promise<readonly string[]>;
  call(name: string, input: Record<string, unknown>): Promise<ClientResult>;
  stderr(): string;
}

export interface ServerPlace {
  readonly main: string;
  readonly home: string;
  readonly workspace: string;
}

export const SDK_CLIENTS: readonly (readonly [
  name: string,
  start: (server: ServerPlace) => Promise<SdkClient>,
])[] = [
  ["version 1 of the library", startV1],
  ["version 2 of the library", startV2],
];

const INFO = { name: "acceptance", version: "1.0.0" };

function parameters({ main, home, workspace }: ServerPlace) {
  const env = commandEnvironment({ home });
  return {
    command: process.execPath,
    args: [main, "mcp", "--workspace", workspace],
    env: Object.fromEntries(
      Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    ),
    stderr: "pipe" as const,
  };
}

interface RawResult {
  readonly content?: unknown;
  readonly structuredContent?: unknown;
  readonly isError?: unknown;
}

function resultOf({ content, structuredContent, isError }: RawResult): ClientResult {
  const [first] = content as readonly { readonly text?: string }[];
  return {
    text: first?.text ?? "",
    structured: structuredContent as ClientResult["structured"],
    isError: isError === true,
  };
}

function collect(
  stream: { on(event: "data", take: (chunk: unknown) => void): unknown } | null,
): () => string {
  let text = "";
  stream?.on("data", (chunk) => (text += String(chunk)));
  return () => text;
}

async function startV1(server: ServerPlace): Promise<SdkClient> {
  const transport = new StdioV1(parameters(server));
  const client = new ClientV1(INFO);
  const stderr = collect(transport.stderr);
  await client.connect(transport);
  return {
    pid: transport.pid ?? 0,
    toolNames: async () => (await client.listTools()).tools.map(({ name }) => name),
    // An older form of results is in the type; no server of ours sends it.
    call: async (name, input) => resultOf((await client.callTool({ name, arguments: input })) as RawResult),
    stderr,
    [Symbol.asyncDispose]: () => client.close(),
  };
}

async function startV2(server: ServerPlace): Promise<SdkClient> {
  const transport = new StdioV2(parameters(server));
  const client = new ClientV2(INFO);
  const stderr = collect(transport.stderr);
  await client.connect(transport);
  return {
    pid: transport.pid ?? 0,
    toolNames: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, input) => resultOf(await client.callTool({ name, arguments: input })),
    stderr,
    [Symbol.asyncDispose]: () => client.close(),
  };
}
