import { randomBytes } from "node:crypto";
import { claimServer, type Runtime } from "@wield/app";
import { type Asker, type Log, type Outcome, value } from "@wield/core";
import { createIdSource, systemClock } from "@wield/host";
import { createHttpEndpoint, type McpRuntime, type Offers } from "@wield/mcp";
import { openServerToken } from "./access/server-token.ts";
import { type HttpServer, serveHttp } from "./http/serve-http.ts";

export interface StartServerOptions {
  readonly host: string;
  readonly port: number;
  readonly allowedHosts: readonly string[];
  readonly version: string;
  /** Replaces the token, which ends what the old one opened. */
  readonly hasNewToken?: boolean;
  /** What MCP clients are offered besides tools; default: the stored results of each one's own conversation. */
  readonly offers?: Offers;
  /** Who sees here what is asked, besides the client that makes a call. */
  readonly askers?: readonly Asker[];
  readonly log: Log;
}

export interface RunningServer extends HttpServer {
  readonly token: string;
  /** `http://HOST:PORT` */
  readonly address: string;
}

/**
 * Serves a runtime over HTTP: the MCP endpoint, in the runtime's workspace for every client. Fails with
 * `server_running` where another process serves this home, before anything of it is touched.
 */
export async function startServer(
  runtime: Runtime,
  options: StartServerOptions,
): Promise<Outcome<RunningServer>> {
  const claim = claimServer(runtime.home);
  if (!claim.ok) return claim;
  const started = await startClaimed(runtime, options);
  if (!started.ok) {
    claim.value.release();
    return started;
  }
  const { host, port } = started.value;
  const address = `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
  claim.value.announce({
    address: `${address}/mcp`,
    workspace: runtime.workspaceRoot,
    isAttended: (options.askers ?? []).length > 0,
  });
  return value({
    ...started.value,
    address,
    close: async () => {
      await started.value.close();
      claim.value.release();
    },
  });
}

async function startClaimed(
  runtime: Runtime,
  options: StartServerOptions,
): Promise<Outcome<Omit<RunningServer, "address">>> {
  const token = openServerToken(runtime.home, options.hasNewToken);
  if (!token.ok) return token;
  const endpoint = createHttpEndpoint({
    open: async () => ({ ok: true, value: sharedRuntime(runtime, options.askers ?? []) }),
    workspace: runtime.workspaceRoot,
    cwd: runtime.workspaceRoot,
    realPath: async (path) => path,
    version: options.version,
    clock: systemClock,
    ids: createIdSource(),
    makeSecret: () => randomBytes(24).toString("base64url"),
    log: options.log,
    onToolsChanged: runtime.mcp.onToolsChanged,
    ...(options.offers === undefined ? {} : { offers: options.offers }),
  });
  const server = await serveHttp({
    ...options,
    token: token.value,
    clock: systemClock,
    mcp: endpoint,
  });
  if (!server.ok) {
    await endpoint.close();
    return server;
  }
  return value({
    ...server.value,
    token: token.value,
    close: async () => {
      await endpoint.close();
      await server.value.close();
    },
  });
}

/** One runtime for all clients: with one of them ends what it started, and the runtime with the server. */
function sharedRuntime(runtime: Runtime, askers: readonly Asker[]): McpRuntime {
  const sessions: string[] = [];
  return {
    ...runtime,
    conversation: (options) => {
      sessions.push(options.sessionId);
      return runtime.conversation({ ...options, askers });
    },
    close: async () => {
      const ends = sessions.flatMap((id) => [runtime.processes.endSession(id), runtime.mcp.endSession(id)]);
      await Promise.all(ends);
    },
  };
}
