import { pathToFileURL } from "node:url";
import {
  type Clock,
  fail,
  type FailedResult,
  type IdSource,
  type Log,
  McpServers,
  type McpServerStatus,
  nameLetters,
  type People,
  type ProcessesDriver,
  type Registry,
  type ServiceProvider,
  type Workspace,
} from "@wield/core";
import type { LoginStore, McpServersHost, ServerEntry } from "@wield/mcp";
import { createFileLogins } from "./file-logins.ts";
import { createFilePins } from "./file-pins.ts";
import { createRestartRequests } from "./restart-requests.ts";

export interface McpWiringOptions {
  readonly entries: readonly ServerEntry[];
  readonly onChange: "warn" | "block";
  readonly registry: Registry;
  readonly home: string;
  readonly workspace: Workspace;
  readonly workspaceName: string;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly log: Log;
  readonly version: string;
  /** Who is asked what servers want to know. */
  readonly people: Pick<ServiceProvider<People>, "open">;
  /** Where the program of a server runs. */
  readonly drivers: () => Promise<ServerDrivers>;
}

/** Where programs of servers run. */
interface ServerDrivers {
  of(entry: ServerEntry): ProcessesDriver;
  /** Lets go of what they hold, once no program runs. */
  close(): Promise<void>;
}

/** MCP servers of a runtime: nothing of them is loaded or started before somebody wants it. */
export interface McpWiring {
  readonly provider: ServiceProvider<McpServers>;
  readonly entries: readonly ServerEntry[];
  /** Starts all, or those of these names; waits at most that long. Later ones join when they are there. */
  start(maxMs: number, names?: readonly string[]): Promise<McpServersHost | undefined>;
  /** Calls back when the tools of a server changed; gives back what ends that. */
  onToolsChanged(listener: () => void): () => void;
  /** The server whose tool has this registered name, as far as names tell. */
  serverOf(tool: string): string | undefined;
  /** What is known without starting anything. */
  status(): readonly McpServerStatus[];
  toolsetsOf(name: string): readonly string[];
  /** Why a tool is of no use with what is connected now, as a sentence. */
  hides(tool: string): string | undefined;
  /** Ends what servers keep for one conversation alone. */
  endSession(sessionId: string): Promise<void>;
  readonly logins: LoginStore;
  /** Accepts what a server offers now as what it offers. */
  forget(server: string): void;
  /** Asks all processes of this home to start a server anew with its next call. */
  askRestart(server: string): void;
  close(): Promise<void>;
}

/** Where nobody waits for an answer: a login that has to be made anew is told, not begun. */
const NO_PAGE = "http://127.0.0.1/";

export function createMcpWiring(options: McpWiringOptions): McpWiring {
  const { entries, workspace } = options;
  const pins = createFilePins(options.home, options.log);
  const logins = createFileLogins(options.home, options.log);
  const restarts = createRestartRequests(options.home, options);
  const configured = entries.map(({ name }) => name);
  const listeners = new Set<() => void>();
  let host: McpServersHost | undefined;
  let loading: Promise<McpServersHost> | undefined;
  let drivers: ServerDrivers | undefined;

  const load = async (): Promise<McpServersHost> => {
    const { createMcpServers, createOAuthProvider } = await import("@wield/mcp");
    const roots = [workspace.root, ...workspace.readRoots];
    drivers = await options.drivers();
    host = createMcpServers({
      entries,
      registry: options.registry,
      driver: drivers.of,
      fetch: globalThis.fetch,
      clock: options.clock,
      ids: options.ids,
      log: options.log,
      pins,
      onChange: options.onChange,
      version: options.version,
      people: options.people,
      // Looked up at every connect: a login may be made by another process meanwhile.
      authorize: async ({ name }) =>
        (await logins.get(name)).tokens !== undefined
          ? createOAuthProvider({
              server: name,
              store: logins,
              redirectUrl: NO_PAGE,
              state: "",
              onPage: () => undefined,
            })
          : { token: async () => undefined },
      roots: () =>
        roots.map((root, index) => ({
          uri: pathToFileURL(root).href,
          name: index === 0 ? options.workspaceName : root,
        })),
      notice: (text) => options.log("warn", text),
      toolsChanged: () => {
        for (const listener of listeners) listener();
      },
    });
    return host;
  };

  return {
    entries,
    logins,
    provider: {
      token: McpServers,
      missing: () => {
        if (entries.length === 0) return "no MCP server is configured";
        return host === undefined ? "no MCP server has been started" : undefined;
      },
      open: (scope) => {
        if (host === undefined) return nothingStarted(entries);
        for (const server of restarts.take(configured)) void host.restart(server);
        return host.provider.open(scope);
      },
    },
    start: async (maxMs, names) => {
      if (entries.length === 0) return undefined;
      loading ??= load();
      const loaded = await loading;
      await loaded.start(maxMs, names);
      return loaded;
    },
    onToolsChanged: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    serverOf: (tool) => entries.find(({ name }) => tool.startsWith(`mcp__${nameLetters(name)}__`))?.name,
    status: () => host?.status() ?? entries.map(notStarted),
    toolsetsOf: (name) => host?.toolsetsOf(name) ?? [],
    hides: (tool) =>
      tool === "mcp_resource" && host?.status().some(({ hasResources }) => hasResources) !== true
        ? "no MCP server that is connected offers resources"
        : undefined,
    endSession: async (sessionId) => host?.endSession(sessionId),
    askRestart: restarts.ask,
    forget: (server) => pins.forget(server),
    close: async () => {
      await (await loading?.catch(() => undefined))?.close();
      await drivers?.close();
    },
  };
}

/** What stands before anything was started: it can be looked at, and nothing else. */
function nothingStarted(entries: readonly ServerEntry[]): McpServers {
  const refuse = async (): Promise<FailedResult> =>
    fail("mcp_unavailable", "no MCP server has been started in this process");
  return {
    status: () => entries.map(notStarted),
    callTool: refuse,
    resources: refuse,
    readResource: refuse,
  };
}

function notStarted(entry: ServerEntry): McpServerStatus {
  const state = entry.isEnabled ? (entry.fault === undefined ? "waiting" : "failed") : "disabled";
  return {
    name: entry.name,
    state,
    ...(entry.fault === undefined ? {} : { reason: entry.fault }),
    transport: entry.reach.kind,
    tools: [],
    warnings: [],
    hasResources: false,
    hasPrompts: false,
    lastWords: [],
  };
}
