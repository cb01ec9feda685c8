import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type ClientCapabilities,
  type ElicitRequestFormParams,
  type Implementation,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type RequestId,
  type RequestOptions,
  type Server,
  type ServerContext,
  type StandardSchemaV1,
} from "@modelcontextprotocol/server";

/** What a server may ask its client for. */
export type ClientQuestion =
  | { readonly method: "elicitation/create"; readonly params: ElicitRequestFormParams }
  | { readonly method: "roots/list" };

export interface QuestionLimit {
  /** Aborted when the answer is no longer wanted. */
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

export interface ProgressReport {
  readonly progress: number;
  readonly total?: number;
  readonly message: string;
}

/** A request of a client, with all that is known of who sent it and how to reach it. */
export interface ClientRequest {
  /** Aborted when the client cancels or is gone. */
  readonly signal: AbortSignal;
  readonly clientName: string;
  readonly canElicit: boolean;
  readonly canListRoots: boolean;
  /** Absent when the client did not ask for progress. */
  readonly report?: (progress: ProgressReport) => void;
  /** Asks the client. Absent on revisions where questions travel in results and answers in the repeated request. */
  readonly ask?: (question: ClientQuestion, limit: QuestionLimit) => Promise<unknown>;
  /** Stops it from this side. Only where `signal` is this one request's, which is never repeated. */
  readonly abort?: () => void;
  /** Of a repeated request: the state that was handed out with the questions, and the answers by their names. */
  readonly repeats?: { readonly state: string; readonly answers: Readonly<Record<string, unknown>> };
}

/** Whether the client has said who it is, once for the connection or with this request. */
export function hasIntroducedItself(server: Server, context: ServerContext): boolean {
  return context.mcpReq.envelope !== undefined || server.getClientVersion() !== undefined;
}

export function clientRequest(server: Server, context: ServerContext): ClientRequest {
  const { mcpReq } = context;
  const token = mcpReq._meta?.progressToken;
  const state: unknown = mcpReq.requestState();
  return {
    signal: mcpReq.signal,
    ...whoAsks(server, mcpReq.envelope),
    ...(token === undefined
      ? {}
      : {
          report: (progress: ProgressReport) => {
            const params = { progressToken: token, ...progress };
            mcpReq.notify({ method: "notifications/progress", params }).catch(ignoreGone);
          },
        }),
    ...(mcpReq.envelope === undefined ? { ask: askOver(server, { relatedRequestId: mcpReq.id }) } : {}),
    ...(typeof state === "string" ? { repeats: { state, answers: mcpReq.inputResponses ?? {} } } : {}),
  };
}

const introductions = new WeakMap<Server, ReturnType<typeof whoAsks>>();

/** A call of a client that has said who it is once for the connection. */
export function laneRequest(
  server: Server,
  call: {
    readonly id: RequestId;
    readonly params: JSONRPCRequest["params"];
    readonly controller: AbortController;
    readonly send: (message: JSONRPCMessage) => Promise<void>;
  },
): ClientRequest {
  const { id, params, controller, send } = call;
  const who = introductions.get(server) ?? whoAsks(server, undefined);
  introductions.set(server, who);
  const token = params?._meta?.progressToken;
  return {
    signal: controller.signal,
    abort: () => controller.abort(),
    clientName: who.clientName,
    canElicit: who.canElicit,
    canListRoots: who.canListRoots,
    ...(token === undefined
      ? {}
      : {
          report: (progress: ProgressReport) => {
            const told = { progressToken: token, ...progress };
            send({ jsonrpc: "2.0", method: "notifications/progress", params: told }).catch(ignoreGone);
          },
        }),
    ask: askOver(server, { relatedRequestId: id }),
  };
}

/** Where nothing is asked for: what follows the handshake. */
export function greeting(server: Server): ClientRequest {
  return { signal: new AbortController().signal, ...whoAsks(server, undefined), ask: askOver(server, {}) };
}

/** What the client said with this request, or else once for the connection. The library has checked its shape. */
function whoAsks(
  server: Server,
  envelope: object | undefined,
): Pick<ClientRequest, "clientName" | "canElicit" | "canListRoots"> {
  const said = new Map<string, unknown>(Object.entries(envelope ?? {}));
  const capabilities = said.get(CLIENT_CAPABILITIES_META_KEY) ?? server.getClientCapabilities();
  const client = said.get(CLIENT_INFO_META_KEY) ?? server.getClientVersion();
  const { elicitation, roots } = (capabilities ?? {}) as ClientCapabilities;
  const { name } = (client ?? {}) as Partial<Implementation>;
  return {
    clientName: name ?? "without a name",
    // A bare `elicitation: {}` is from before there was anything but forms.
    canElicit: elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined),
    canListRoots: roots !== undefined,
  };
}

function askOver(server: Server, related: RequestOptions): NonNullable<ClientRequest["ask"]> {
  return (question, { signal, timeoutMs }) => {
    const options = { ...related, signal, timeout: timeoutMs };
    return server.request(question, AS_IT_CAME, options);
  };
}

/** Answers are judged where they are used: one odd root is no reason to know none. */
const AS_IT_CAME: StandardSchemaV1<unknown> = {
  "~standard": { version: 1, vendor: "wield", validate: (answer) => ({ value: answer }) },
};

/** A report that does not reach a client who is gone changes nothing. */
function ignoreGone(): void {}
