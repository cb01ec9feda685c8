import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { type Clock, fail, type Log, type Outcome, value } from "@wield/core";
import type { PlainAnswer, PlainRequest } from "@wield/mcp";
import { Hono } from "hono";
import { type AccessRules, judgeRequest } from "../access/judge-request.ts";
import { createFailedLogins } from "../access/failed-logins.ts";
import { readBody } from "./read-body.ts";
import { startPage } from "./start-page.ts";

export interface ServeHttpOptions extends AccessRules {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly version: string;
  /** Answers what comes to `/mcp`: most calls the short way, everything else by `fetch`. */
  readonly mcp: {
    fetch(request: Request): Promise<Response>;
    call(request: PlainRequest): Promise<PlainAnswer> | undefined;
  };
  readonly clock: Pick<Clock, "monotonic">;
  readonly log: Log;
}

export interface HttpServer {
  readonly host: string;
  readonly port: number;
  close(): Promise<void>;
}

const NO_SNIFFING = { "x-content-type-options": "nosniff" };

/** Serves over HTTP until it is closed. Fails with `port_taken` or `cannot_listen`. */
export async function serveHttp(options: ServeHttpOptions): Promise<Outcome<HttpServer>> {
  const { host, log, mcp } = options;
  const logins = createFailedLogins(options.clock);
  const others = getRequestListener(createApp(options).fetch, { overrideGlobalObjects: false });

  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const target = incoming.url ?? "/";
    const refused = judgeRequest(
      {
        target,
        header: (name) => headerOf(incoming, name),
        isLocal: isLoopback(incoming.socket.remoteAddress),
      },
      options,
    );
    if (refused !== undefined) {
      const { status, code, message } = refused;
      // Without the address: a token may stand in it.
      log("debug", `${incoming.method} ${status} ${code}`);
      const waitS = code === "wrong_token" ? logins.failed(incoming.socket.remoteAddress ?? "") : undefined;
      if (waitS !== undefined) return answerError(outgoing, tooManyLogins(waitS));
      const challenge = status === 401 ? { "www-authenticate": "Bearer" } : {};
      return answerError(outgoing, { status, code, message, headers: challenge });
    }
    const [path = ""] = target.split("?", 1);
    if (path !== "/mcp" || incoming.method !== "POST") return others(incoming, outgoing);
    const body = await readBody(incoming);
    if (body === "gone") return undefined;
    if (body === "too_large") {
      const message = "the request is larger than 20 MB";
      return answerError(outgoing, {
        status: 413,
        code: "too_large",
        message,
        headers: { connection: "close" },
      });
    }
    const answer = mcp.call({ header: (name) => headerOf(incoming, name), body });
    if (answer === undefined) return others(Object.assign(incoming, { rawBody: body }), outgoing);
    const { status, headers, body: text } = await answer;
    const length = { "content-length": Buffer.byteLength(text) };
    outgoing.writeHead(status, { ...headers, ...NO_SNIFFING, ...length }).end(text);
    return undefined;
  };

  const server = createServer((incoming, outgoing) => {
    serve(incoming, outgoing).catch((error: unknown) => {
      log("error", `${incoming.method} ${incoming.url?.split("?", 1)[0]}: ${String(error)}`);
      if (outgoing.headersSent) outgoing.destroy();
      else answerError(outgoing, { status: 500, code: "fault", message: "the log says why" });
    });
  });
  return new Promise((resolve) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      resolve(
        error.code === "EADDRINUSE"
          ? fail("port_taken", `port ${options.port} on ${host} is taken`, {
              hint: "--port 0 takes a free one; server.port names another.",
            })
          : fail("cannot_listen", `${host}:${options.port} cannot be served: ${error.code ?? error.message}`),
      );
    });
    server.listen(options.port, host, () => {
      const address = server.address();
      resolve(
        value({
          host,
          port: typeof address === "object" && address !== null ? address.port : options.port,
          close: () =>
            new Promise((closed) => {
              server.close(() => closed());
              server.closeAllConnections();
            }),
        }),
      );
    });
  });
}

/** What needs no short way. Who may ask has been judged. */
function createApp({ version, log, mcp }: ServeHttpOptions): Hono {
  const app = new Hono();
  app.use(async (context, next) => {
    await next();
    context.header("x-content-type-options", "nosniff");
  });
  app.get("/", startPage);
  app.get("/health", (context) => context.json({ ok: true, version }));
  app.all("/mcp", (context) => mcp.fetch(context.req.raw));
  app.notFound((context) =>
    context.json(errorBody("not_found", `there is nothing at ${context.req.path}`), 404),
  );
  app.onError((error, context) => {
    log("error", `${context.req.method} ${context.req.path}: ${error.message}`);
    return context.json(errorBody("fault", "the request could not be served; the log says why"), 500);
  });
  return app;
}

interface HttpError {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

function answerError(
  outgoing: ServerResponse,
  { status, code, message, headers = {} }: HttpError,
): undefined {
  const text = JSON.stringify(errorBody(code, message));
  const type = { "content-type": "application/json", "content-length": Buffer.byteLength(text) };
  outgoing.writeHead(status, { ...type, ...NO_SNIFFING, ...headers }).end(text);
  return undefined;
}

function tooManyLogins(waitS: number): HttpError {
  return {
    status: 429,
    code: "too_many_logins",
    message: `too many wrong tokens came from this address; wait ${waitS} s, or send the right one`,
    headers: { "retry-after": String(waitS) },
  };
}

function errorBody(code: string, message: string): { readonly error: object } {
  return { error: { code, message } };
}

function headerOf(incoming: IncomingMessage, name: string): string | undefined {
  const given = incoming.headers[name];
  return Array.isArray(given) ? given.join(", ") : given;
}

function isLoopback(address: string | undefined): boolean {
  return address !== undefined && /^(?:::ffff:)?127\.|^::1$/.test(address);
}
