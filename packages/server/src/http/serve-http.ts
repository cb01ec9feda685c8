import { serve } from "@hono/node-server";
import { fail, type Log, type Outcome, value } from "@wield/core";
import { Hono } from "hono";
import { type AccessRules, judgeRequest } from "../access/judge-request.ts";

export interface ServeHttpOptions extends AccessRules {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly version: string;
  /** Answers what comes to `/mcp`. */
  readonly mcp: (request: Request) => Promise<Response>;
  readonly log: Log;
}

export interface HttpServer {
  readonly host: string;
  readonly port: number;
  close(): Promise<void>;
}

/** Serves over HTTP until it is closed. Fails with `port_taken` or `cannot_listen`. */
export async function serveHttp(options: ServeHttpOptions): Promise<Outcome<HttpServer>> {
  const { host, version, log, mcp } = options;
  const app = new Hono();
  app.use(async (context, next) => {
    const refused = judgeRequest(context.req.raw, options);
    if (refused !== undefined) {
      log("debug", `${context.req.method} ${context.req.path} ${refused.status}`);
      return refused;
    }
    await next();
    context.header("x-content-type-options", "nosniff");
    return undefined;
  });
  app.get("/health", (context) => context.json({ ok: true, version }));
  app.all("/mcp", (context) => mcp(context.req.raw));
  app.notFound((context) => context.json({ error: `there is nothing at ${context.req.path}` }, 404));
  app.onError((error, context) => {
    log("error", `${context.req.method} ${context.req.path}: ${error.message}`);
    return context.json({ error: "the request could not be served; the log says why" }, 500);
  });

  return new Promise((resolve) => {
    const server = serve({ fetch: app.fetch, hostname: host, port: options.port }, ({ port }) => {
      resolve(
        value({
          host,
          port,
          close: () =>
            new Promise((closed) => {
              server.close(() => closed());
              if ("closeAllConnections" in server) server.closeAllConnections();
            }),
        }),
      );
    });
    server.once("error", (error: NodeJS.ErrnoException) => {
      resolve(
        error.code === "EADDRINUSE"
          ? fail("port_taken", `port ${options.port} on ${host} is taken`, {
              hint: "--port 0 takes a free one; server.port names another.",
            })
          : fail("cannot_listen", `${host}:${options.port} cannot be served: ${error.code ?? error.message}`),
      );
    });
  });
}
