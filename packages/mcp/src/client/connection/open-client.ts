import type {
  Client,
  ElicitRequest,
  ElicitResult,
  FetchLike,
  StreamableHTTPClientTransportOptions,
  Transport,
} from "@modelcontextprotocol/client";
import type { Clock, Log, ProcessesDriver } from "@wield/core";
import type { ServerEntry } from "../server-entry.ts";
import { answerEndedStreams } from "../transport/answer-ended-streams.ts";
import { withinReach } from "../transport/within-reach.ts";
import { createProgramTransport, type ProgramTransport } from "../transport/program-transport.ts";
import { explainRevision, UnknownRevision } from "./unknown-revision.ts";
import { whyItEnded } from "./why-it-ended.ts";

/** Time for a whole handshake. */
const HANDSHAKE_MS = 30_000;

/** Time for a program to say whether it speaks the newest revision: older ones may say nothing at all. */
const PROBE_MS = 8000;

/** Characters of one log message of a server that are kept. */
const MAX_LOGGED = 1000;

export interface ClientParts {
  readonly entry: ServerEntry;
  readonly driver: ProcessesDriver;
  readonly fetch: FetchLike;
  readonly clock: Clock;
  readonly log: Log;
  /** Unique for each start of a program. */
  readonly nextMark: () => string;
  /** `file:` addresses of the folders a server may know of. */
  readonly roots: () => readonly { readonly uri: string; readonly name: string }[];
  readonly elicit: (request: ElicitRequest) => Promise<ElicitResult>;
  readonly version: string;
  /** Logs in where a server asks for it; without it such a server is told to need a login. */
  readonly authorize?: HttpLogin;
}

/** What the library takes as its provider of tokens, per server. */
export type HttpLogin = (
  entry: ServerEntry,
) => Promise<NonNullable<StreamableHTTPClientTransportOptions["authProvider"]>>;

export interface OpenedClient {
  readonly client: Client;
  readonly lastWords: () => readonly string[];
  /** Why the connection ended, where that is known. */
  readonly endReason: () => string | undefined;
}

/**
 * Connects to a server and agrees on a revision. Throws what the library throws, or the reason a program gave; nothing
 * is left running then.
 */
export async function openClient(parts: ClientParts, signal: AbortSignal): Promise<OpenedClient> {
  const { reach } = parts.entry;
  if (reach.kind === "http") return openHttp(parts, reach, signal);
  const first = createProgram(parts, reach);
  try {
    return await connect(parts, first, { signal, mode: "auto", program: first });
  } catch (error) {
    // A program that ends at a question it does not know is asked once more in the older way.
    const hasEnded = /exit code|ended by/.test(first.endReason() ?? "");
    if (signal.aborted || !hasEnded || error instanceof UnknownRevision) throw explain(error, first, parts);
    const second = createProgram(parts, reach);
    try {
      return await connect(parts, second, { signal, mode: "legacy", program: second });
    } catch (again) {
      throw explain(again, second, parts);
    }
  }
}

function createProgram(
  { entry, driver, nextMark, clock, log }: ClientParts,
  reach: Extract<ServerEntry["reach"], { kind: "stdio" }>,
): ProgramTransport {
  return createProgramTransport({ server: entry.name, reach, driver, mark: nextMark(), clock, log });
}

async function openHttp(
  parts: ClientParts,
  reach: Extract<ServerEntry["reach"], { kind: "http" }>,
  signal: AbortSignal,
): Promise<OpenedClient> {
  const { SSEClientTransport, StreamableHTTPClientTransport } = await import("@modelcontextprotocol/client");
  const { boundedFetch } = await import("../transport/bounded-fetch.ts");
  const authProvider = await parts.authorize?.(parts.entry);
  let fault: string | undefined;
  const takeFault = (): string | undefined => {
    const taken = fault;
    fault = undefined;
    return taken;
  };
  const options = {
    requestInit: { headers: { ...reach.headers } },
    fetch: boundedFetch(withinReach(reach.url, parts.fetch), (why) => {
      fault = why;
    }),
    ...(authProvider === undefined ? {} : { authProvider }),
  };
  try {
    const transport = new StreamableHTTPClientTransport(reach.url, options);
    answerEndedStreams(transport, takeFault);
    return await connect(parts, transport, { signal, mode: "auto" });
  } catch (error) {
    if (signal.aborted || !isRefusedForm(error)) throw error;
    return connect(parts, new SSEClientTransport(reach.url, options), { signal, mode: "legacy" }).catch(
      () => {
        throw error;
      },
    );
  }
}

interface Connecting {
  readonly signal: AbortSignal;
  readonly mode: "auto" | "legacy";
  readonly program?: ProgramTransport;
}

async function connect(
  parts: ClientParts,
  transport: Transport,
  { signal, mode, program }: Connecting,
): Promise<OpenedClient> {
  const { Client: McpClient, SUPPORTED_PROTOCOL_VERSIONS } = await import("@modelcontextprotocol/client");
  const client = new McpClient(
    { name: "wield", version: parts.version },
    {
      capabilities: { roots: { listChanged: true }, elicitation: { form: {}, url: {} } },
      versionNegotiation: {
        mode,
        ...(program === undefined ? {} : { probe: { timeoutMs: PROBE_MS } }),
      },
    },
  );
  client.setRequestHandler("roots/list", () => ({ roots: [...parts.roots()] }));
  client.setRequestHandler("elicitation/create", (request) => parts.elicit(request));
  client.setNotificationHandler("notifications/message", ({ params }) =>
    parts.log("debug", `${parts.entry.name}: ${JSON.stringify(params.data).slice(0, MAX_LOGGED)}`),
  );
  Object.assign(client, {
    onerror: (error: Error) => parts.log("debug", `${parts.entry.name}: ${error.message}`),
  });
  try {
    await unlessAborted(signal, client.connect(transport, { signal, timeout: HANDSHAKE_MS }));
  } catch (error) {
    await transport.close().catch(() => undefined);
    throw explainRevision(error, SUPPORTED_PROTOCOL_VERSIONS);
  }
  return {
    client,
    lastWords: () => program?.lastWords.lines() ?? [],
    endReason: () => program?.endReason(),
  };
}

/** The library looks at the signal between its own steps only; a server that is silent keeps it in one. */
async function unlessAborted(signal: AbortSignal, connected: Promise<void>): Promise<void> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = (): void => reject(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    signal.throwIfAborted();
    await Promise.race([connected, aborted]);
  } finally {
    signal.removeEventListener("abort", onAbort);
    connected.catch(() => undefined);
  }
}

/** The reason a program gave says more than that the connection was closed. */
function explain(error: unknown, program: ProgramTransport, { entry }: ClientParts): Error {
  const reason = program.endReason();
  if (reason === undefined || error instanceof UnknownRevision)
    return error instanceof Error ? error : new Error(String(error));
  const lastWords = program.lastWords.lines();
  return new Error(whyItEnded({ entry, reason, lastWords }), { cause: error });
}

/** An old server answers the new form with one of these. */
function isRefusedForm(error: unknown): boolean {
  const status = statusOf(error);
  return status === 400 || status === 404 || status === 405 || status === 406;
}

/** The HTTP status an error of the library carries. */
export function statusOf(error: unknown): number | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  const { status, data, cause } = error as { status?: unknown; data?: { status?: unknown }; cause?: unknown };
  if (typeof status === "number") return status;
  if (typeof data?.status === "number") return data.status;
  return cause === undefined ? undefined : statusOf(cause);
}
