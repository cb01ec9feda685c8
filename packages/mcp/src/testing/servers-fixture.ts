import { fileURLToPath } from "node:url";
import { type CallScope, createRegistry, type McpServers, type Registry } from "@wield/core";
import { createIdSource, createLocalProcesses, systemClock } from "@wield/host";
import type { AskablePeople } from "../client/elicit/ask-people.ts";
import type { ServerEntry } from "../client/server-entry.ts";
import type { PinnedDefinition } from "../client/servers/definition-pins.ts";
import { createMcpServers, type McpServersHost } from "../client/servers/mcp-servers.ts";

const ODD_SERVER = fileURLToPath(new URL("odd-server.program.ts", import.meta.url));

const DRIVER = createLocalProcesses();

const ENTRY = {
  isEnabled: true,
  toolsets: ["default"],
  exclude: [],
  trustsHints: false,
  offersResources: true,
  isSandboxed: false,
  isPerSession: false,
} satisfies Partial<ServerEntry>;

/** A program as a configured server. */
export function programEntry(
  name: string,
  argv: readonly [string, ...string[]],
  extras: Partial<ServerEntry> = {},
): ServerEntry {
  const env = { PATH: process.env["PATH"] ?? "", HOME: "/nowhere" };
  return { ...ENTRY, name, reach: { kind: "stdio", argv, folder: "/", env }, ...extras };
}

/** The odd server that behaves as `script` says. */
export function oddEntry(name: string, script: object, extras: Partial<ServerEntry> = {}): ServerEntry {
  return programEntry(name, [process.execPath, ODD_SERVER, JSON.stringify(script)], extras);
}

export interface ServersFixture extends AsyncDisposable {
  readonly host: McpServersHost;
  readonly registry: Registry;
  readonly notices: readonly string[];
  readonly pins: Map<string, Readonly<Record<string, PinnedDefinition>>>;
  /** Names of registered tools, sorted. */
  names(): readonly string[];
  /** The service as one call has it. */
  service(signal?: AbortSignal, sessionId?: string): McpServers;
}

/** The servers started, in a registry of their own, with programs that are really run. */
export async function startServers(
  entries: readonly ServerEntry[],
  options: {
    readonly onChange?: "warn" | "block";
    readonly pins?: ServersFixture["pins"];
    readonly maxMs?: number;
    readonly people?: AskablePeople;
  } = {},
): Promise<ServersFixture> {
  const registry = createRegistry();
  const notices: string[] = [];
  const pins = options.pins ?? new Map<string, Readonly<Record<string, PinnedDefinition>>>();
  const host = createMcpServers({
    entries,
    registry,
    driver: () => DRIVER,
    fetch,
    clock: systemClock,
    ids: createIdSource(),
    log: () => undefined,
    pins: {
      get: async (server) => pins.get(server) ?? {},
      set: async (server, of) => void pins.set(server, of),
    },
    onChange: options.onChange ?? "warn",
    roots: () => [{ uri: "file:///nowhere", name: "nowhere" }],
    version: "0",
    notice: (text) => notices.push(text),
    ...(options.people === undefined ? {} : { people: options.people }),
  });
  await host.start(options.maxMs ?? 60_000);
  return {
    host,
    registry,
    notices,
    pins,
    names: () => registry.list().map(({ tool }) => tool.name),
    service: (signal = new AbortController().signal, sessionId = "ses_1") =>
      host.provider.open(scopeWith(signal, sessionId)),
    [Symbol.asyncDispose]: () => host.close(),
  };
}

function scopeWith(signal: AbortSignal, sessionId: string): CallScope {
  const call = { sessionId } as Partial<CallScope["call"]> as CallScope["call"];
  return { signal, call, cameFrom: () => undefined } as Partial<CallScope> as CallScope;
}
