import {
  ProtocolError,
  type Server,
  type ServerCapabilities,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { FailedResult, Outcome } from "@wield/core";
import type { Offers, OfferScope } from "./offers.ts";

/** No resource of that address, by the number the protocol gives it. */
const RESOURCE_NOT_FOUND = -32002;
const INVALID_PARAMS = -32602;
const INTERNAL_ERROR = -32603;

export function offerCapabilities({ resources, prompts }: Offers): ServerCapabilities {
  return {
    ...(resources.length === 0 ? {} : { resources: {} }),
    ...(prompts.length === 0 ? {} : { prompts: {} }),
  };
}

/** Answers a client's questions for resources and prompts. */
export function serveOffers(
  server: Server,
  { resources, prompts }: Offers,
  open: (context: ServerContext) => Promise<Outcome<OfferScope>>,
): void {
  const scopeOf = async (context: ServerContext): Promise<OfferScope> => {
    const scope = await open(context);
    if (!scope.ok) throw new ProtocolError(INTERNAL_ERROR, wordsOf(scope));
    return scope.value;
  };
  if (resources.length > 0) {
    server.setRequestHandler("resources/list", async (_request, context) => {
      const scope = await scopeOf(context);
      return { resources: (await Promise.all(resources.map((source) => source.list(scope)))).flat() };
    });
    server.setRequestHandler("resources/templates/list", () => ({
      resourceTemplates: resources.flatMap(({ templates }) => templates),
    }));
    server.setRequestHandler("resources/read", async ({ params: { uri } }, context) => {
      const scope = await scopeOf(context);
      for (const source of resources) {
        const read = await source.read(uri, scope);
        if (read?.ok === true) return read.value;
        if (read !== undefined) throw new ProtocolError(RESOURCE_NOT_FOUND, wordsOf(read), { uri });
      }
      throw new ProtocolError(RESOURCE_NOT_FOUND, `there is no resource ${JSON.stringify(uri)}`, { uri });
    });
  }
  if (prompts.length > 0) {
    server.setRequestHandler("prompts/list", async (_request, context) => {
      const scope = await scopeOf(context);
      return { prompts: (await Promise.all(prompts.map((source) => source.list(scope)))).flat() };
    });
    server.setRequestHandler("prompts/get", async ({ params }, context) => {
      const scope = await scopeOf(context);
      for (const source of prompts) {
        const got = await source.get(params.name, params.arguments ?? {}, scope);
        if (got?.ok === true) return got.value;
        if (got !== undefined) throw new ProtocolError(INVALID_PARAMS, wordsOf(got));
      }
      throw new ProtocolError(INVALID_PARAMS, `there is no prompt ${JSON.stringify(params.name)}`);
    });
  }
}

function wordsOf({ message, hint }: FailedResult): string {
  return hint === undefined ? message : `${message}\n${hint}`;
}
