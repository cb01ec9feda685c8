import { ProtocolError, Server, type ServerContext, type ServerOptions } from "@modelcontextprotocol/server";
import { INVALID_PARAMS, INVALID_REQUEST } from "../stdio/read-line.ts";
import { clientRequest, greeting, hasIntroducedItself, type ClientRequest } from "./client-request.ts";
import type { Offers } from "../offers/offers.ts";
import { offerCapabilities, serveOffers } from "../offers/serve-offers.ts";
import { storedOutputs } from "../offers/stored-outputs.ts";
import type { Connection } from "./connection.ts";

const METHOD_NOT_FOUND = -32601;
const INTERNAL_ERROR = -32603;

/** Answers to questions are judged where they are read; the library's own checker would be made for nothing. */
const NO_VALIDATOR: NonNullable<ServerOptions["jsonSchemaValidator"]> = {
  getValidator: () => () => ({
    valid: false,
    data: undefined,
    errorMessage: "answers are not checked by a schema",
  }),
};

/** What a client is told of the server, and what it offers besides tools. */
export interface AboutServer {
  readonly version: string;
  readonly instructions: string;
  /** Default: the stored results of the client's own conversation. */
  readonly offers?: Offers;
}

const OWN_OFFERS: Offers = { resources: [storedOutputs], prompts: [] };

/** The protocol's side of a connection. The library may make several for one connection until it knows the revision. */
export function createServer(
  connection: Connection,
  about: AboutServer,
  initialized: (server: Server) => void = () => {},
): Server {
  const { offers = OWN_OFFERS } = about;
  const server = new Server(
    { name: "wield", title: "Wield", version: about.version },
    {
      capabilities: { tools: { listChanged: true }, ...offerCapabilities(offers) },
      instructions: about.instructions,
      inputRequired: { legacyShim: false },
      jsonSchemaValidator: NO_VALIDATOR,
    },
  );
  const open = (context: ServerContext): ClientRequest => {
    if (!hasIntroducedItself(server, context))
      throw new ProtocolError(INVALID_REQUEST, "not initialized: send initialize before any other request");
    return clientRequest(server, context);
  };

  server.setRequestHandler("tools/list", async (_request, context) => {
    const listed = await connection.listTools(open(context));
    if (listed.ok) return { tools: listed.value };
    throw new ProtocolError(
      INTERNAL_ERROR,
      listed.hint === undefined ? listed.message : `${listed.message}\n${listed.hint}`,
    );
  });
  // Not among the handlers of the library: it would check the arguments before the tool can say what is wrong with
  // them, drop names such as `__proto__`, and parse each call and each result once more.
  server.fallbackRequestHandler = (request, context) => {
    if (request.method !== "tools/call") throw new ProtocolError(METHOD_NOT_FOUND, "Method not found");
    const { name, arguments: given } = request.params ?? {};
    if (typeof name !== "string")
      throw new ProtocolError(INVALID_PARAMS, "params.name has to be a tool's name");
    return connection.callTool(name, given, open(context));
  };
  serveOffers(server, offers, (context) => connection.scope(open(context)));
  server.setNotificationHandler("notifications/roots/list_changed", () => connection.rootsChanged());
  server.oninitialized = () => {
    initialized(server);
    connection.prepare(greeting(server));
  };
  connection.onToolsChanged = () => {
    server.sendToolListChanged().catch(() => {});
  };
  return server;
}
