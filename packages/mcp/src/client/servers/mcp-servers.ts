import type { FetchLike } from "@modelcontextprotocol/client";
import {
  type Clock,
  fail,
  type IdSource,
  type JsonObject,
  type Log,
  McpServers,
  type McpServerStatus,
  type Outcome,
  type ProcessesDriver,
  type Registry,
  type ServiceProvider,
  value,
} from "@wield/core";
import { callServer } from "../connection/call-server.ts";
import { type AskablePeople, askPeople } from "../elicit/ask-people.ts";
import type { HttpLogin } from "../connection/open-client.ts";
import { type ConnectionEvents, createServerConnection } from "../connection/server-connection.ts";
import type { ServerEntry } from "../server-entry.ts";
import type { SchemaCompiler } from "../tools/compile-check.ts";
import { offeredTools } from "../tools/offered-tools.ts";
import { comparePins, type DefinitionPins } from "./definition-pins.ts";
import { type LiveServer, statusOfServer } from "./live-server.ts";
import { openForCall } from "./open-for-call.ts";
import { callAskedAbout, createServerLines } from "./server-lines.ts";

export interface McpServersOptions {
  readonly entries: readonly ServerEntry[];
  readonly registry: Registry;
  /** Where the program of a server runs. */
  readonly driver: (entry: ServerEntry) => ProcessesDriver;
  readonly fetch: FetchLike;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly log: Log;
  readonly pins: DefinitionPins;
  readonly onChange: "warn" | "block";
  /** Absolute folders that servers are told of. */
  readonly roots: () => readonly { readonly uri: string; readonly name: string }[];
  readonly version: string;
  readonly authorize?: HttpLogin;
  /** Something a person should hear, such as a changed definition. */
  readonly notice: (text: string) => void;
  /** The tools of a server are others now, or there for the first time. */
  readonly toolsChanged?: () => void;
  /** Who is asked what a server wants to know during a call; without them it is declined. */
  readonly people?: AskablePeople;
}

/** All configured servers: started side by side, their tools a layer of the registry each. */
export interface McpServersHost {
  /** The service that tools of servers need. */
  readonly provider: ServiceProvider<McpServers>;
  /**
   * Starts all, or those of these names; resolves when each has answered or failed, or after `maxMs`. Late ones join
   * when they are there.
   */
  start(maxMs: number, names?: readonly string[]): Promise<void>;
  status(): readonly McpServerStatus[];
  /** Toolsets a registered name joins. */
  toolsetsOf(name: string): readonly string[];
  restart(server: string): Promise<Outcome<McpServerStatus>>;
  /** A server's prompt as text. */
  prompt(
    server: string,
    name: string,
    values: Readonly<Record<string, string>>,
  ): Promise<Outcome<JsonObject>>;
  rootsChanged(): void;
  /** Ends what servers keep for one conversation alone. */
  endSession(sessionId: string): Promise<void>;
  close(): Promise<void>;
}

/** Tools are those of the shared connection. */
const NOT_LISTED: ConnectionEvents = {
  toolsListed: async () => undefined,
  listingFailed: () => undefined,
};

const DECLINE: ReturnType<typeof askPeople> = async () => ({ action: "decline" });

export function createMcpServers(options: McpServersOptions): McpServersHost {
  const { entries, registry, clock, log, notice } = options;
  const elicit = options.people === undefined ? DECLINE : askPeople(options.people);
  let compiler: SchemaCompiler | undefined;
  const servers = new Map<string, LiveServer>();
  for (const entry of entries) servers.set(entry.name, createLive(entry));

  function createLive(entry: ServerEntry): LiveServer {
    let updating: Promise<void> = Promise.resolve();
    const events: ConnectionEvents = {
      // One list after the other: a later one never loses to an earlier one.
      toolsListed: (listed) => {
        updating = updating
          .then(() => update(live, listed.entries, listed.warnings))
          .catch((error: unknown) => log("warn", `${entry.name}: ${String(error)}`));
        return updating;
      },
      listingFailed: (reason) => {
        live.warnings = [reason];
      },
    };
    const parts = {
      entry,
      driver: options.driver(entry),
      fetch: options.fetch,
      clock,
      log,
      nextMark: () => options.ids.next("proc_"),
      roots: options.roots,
      version: options.version,
      ...(options.authorize === undefined ? {} : { authorize: options.authorize }),
    };
    const lines = createServerLines(entry.isPerSession, (calls, isShared) =>
      createServerConnection(
        {
          ...parts,
          elicit: (request) => elicit(request, { server: entry.name, scope: callAskedAbout(calls) }),
        },
        isShared ? events : NOT_LISTED,
      ),
    );
    const live: LiveServer = { entry, lines, tools: [], warnings: [] };
    return live;
  }

  const update = async (
    live: LiveServer,
    listed: Parameters<typeof offeredTools>[0],
    warnings: readonly string[],
  ): Promise<void> => {
    compiler ??= await loadCompiler();
    const offered = offeredTools(listed, { entry: live.entry, compiler });
    const { accepted, notices } = await comparePins(live.entry.name, offered.tools, options);
    for (const text of notices) notice(text);
    live.removeLayer?.();
    const added = registry.add({
      source: "mcp",
      tools: accepted.map(({ definition }) => ({ tool: definition, origin: live.entry.name })),
    });
    live.tools = added.ok ? accepted : [];
    live.warnings = [...warnings, ...offered.warnings, ...notices, ...(added.ok ? [] : [added.message])];
    if (added.ok) live.removeLayer = added.remove;
    else delete live.removeLayer;
    options.toolsChanged?.();
  };

  const find = (name: string): Outcome<LiveServer> => {
    const live = servers.get(name);
    if (live !== undefined) return value(live);
    const known = [...servers.keys()];
    return fail("unknown_server", `no MCP server is named ${JSON.stringify(name)}`, {
      hint: known.length === 0 ? "none is configured." : `known servers: ${known.join(", ")}.`,
    });
  };

  return {
    provider: {
      token: McpServers,
      missing: () => (servers.size === 0 ? "no MCP server is configured" : undefined),
      open: (scope) => openForCall(scope, { servers, find }),
    },
    start: async (maxMs, names) => {
      const wanted = [...servers.values()].filter(
        ({ entry }) => entry.isEnabled && (names?.includes(entry.name) ?? true),
      );
      const all = Promise.all(wanted.map(({ lines }) => lines.shared.connection.ensure()));
      let cancel = (): void => undefined;
      const limit = new Promise<void>((resolve) => {
        cancel = clock.timer(maxMs, resolve);
      });
      await Promise.race([all, limit]);
      cancel();
    },
    status: () => [...servers.values()].map(statusOfServer),
    toolsetsOf: (name) => {
      for (const live of servers.values())
        if (live.tools.some(({ definition }) => definition.name === name)) return live.entry.toolsets;
      return ["default"];
    },
    restart: async (name) => {
      const live = find(name);
      if (!live.ok) return live;
      const { lines } = live.value;
      const [client] = await Promise.all([lines.shared.connection.restart(), lines.endSessions()]);
      return client.ok ? value(statusOfServer(live.value)) : client;
    },
    prompt: async (name, prompt, values) => {
      const live = find(name);
      if (!live.ok) return live;
      return callServer(name, live.value.lines.shared.connection, {
        method: "prompts/get",
        params: { name: prompt, arguments: { ...values } },
        signal: new AbortController().signal,
      });
    },
    rootsChanged: () => {
      for (const { lines } of servers.values())
        void lines.shared.connection.client
          ?.notification({ method: "notifications/roots/list_changed" })
          .catch(() => undefined);
    },
    endSession: async (sessionId) => {
      await Promise.all([...servers.values()].map(({ lines }) => lines.endSession(sessionId)));
    },
    close: async () => {
      await Promise.all([...servers.values()].map(({ lines }) => lines.close()));
    },
  };
}

async function loadCompiler(): Promise<SchemaCompiler> {
  const { AjvJsonSchemaValidator } = await import("@modelcontextprotocol/client/validators/ajv");
  const validator = new AjvJsonSchemaValidator();
  return {
    getValidator: (schema) => {
      const validate = validator.getValidator({ ...schema });
      return (given) => {
        const result = validate(given);
        return result.valid ? { valid: true } : { valid: false, errorMessage: result.errorMessage };
      };
    },
  };
}
