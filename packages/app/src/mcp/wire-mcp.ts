import type { IdSource, Log, People, RegisteredTool, Registry, ServiceProvider } from "@wield/core";
import { createLocalProcesses, type Sandbox, systemClock } from "@wield/host";
import type { LoadedConfig } from "../config/load-config.ts";
import type { Places } from "../config/places.ts";
import type { RuntimeOptions } from "../runtime.ts";
import { secretsFromEnvironment } from "../secrets/secrets-from-environment.ts";
import type { McpServerSetting } from "./mcp-server-settings.ts";
import { createMcpWiring, type McpWiring } from "./mcp-wiring.ts";
import { withCache } from "./server-caches.ts";
import { serverEntries } from "./server-entries.ts";

export interface McpParts {
  readonly options: RuntimeOptions;
  readonly config: LoadedConfig;
  readonly registry: Registry;
  readonly places: Places;
  readonly ids: IdSource;
  readonly log: Log;
  readonly people: Pick<ServiceProvider<People>, "open">;
  /** Keeps programs of servers in, unless their entry says otherwise. */
  readonly sandbox: Sandbox;
}

const VERSION = "0.1.0";

/** The configured servers of a runtime, looked up and not yet started. */
export function wireMcp(parts: McpParts): McpWiring {
  const { options, config, registry, places, ids, log, people, sandbox } = parts;
  const settings: Readonly<Record<string, McpServerSetting>> = config.values["mcp.servers"];
  const isUsed = Object.keys(settings).length > 0;
  const secrets = isUsed ? new Set(secretsFromEnvironment(options.env).map(({ name }) => name)) : new Set();
  return createMcpWiring({
    entries: serverEntries(settings, {
      workspaceRoot: places.workspaceRoot,
      env: options.env,
      isWithheld: (name) => secrets.has(name),
    }),
    onChange: config.values["mcp.on_change"],
    registry,
    home: places.home,
    // They run on this machine, wherever the work is.
    workspace: {
      root: places.workspaceRoot,
      readRoots: config.values["files.read_roots"],
      writeRoots: config.values["files.write_roots"],
      home: places.userHome,
    },
    workspaceName: places.workspaceName,
    clock: systemClock,
    ids,
    log,
    version: VERSION,
    people,
    drivers: async () => {
      const [inside, outside] = [createLocalProcesses({ sandbox }), createLocalProcesses()];
      return {
        of: (entry) => {
          if (!entry.isSandboxed) return outside;
          const own = settings[entry.name]?.env ?? {};
          return withCache(inside, { home: places.home, entry, own });
        },
        close: async () => {
          await Promise.all([inside.close(), outside.close()]);
        },
      };
    },
  });
}

/**
 * The sets a tool joins by itself: those its server's entry names; what people bring joins `default`, so that a tool
 * file works as soon as it is there.
 */
export function joinsOf(mcp: McpWiring): (tool: RegisteredTool) => readonly string[] {
  return ({ source, tool }) => {
    if (source === "mcp") return mcp.toolsetsOf(tool.name);
    return source === "built_in" || source === "internal" ? [] : ["default"];
  };
}
