import { fail, type Log, type Outcome, value } from "@wield/core";
import type { Exchange } from "../calls/exchange.ts";
import { rootFolders } from "./root-folders.ts";

const LIST_LIMIT_MS = 30_000;

/** A client that says it has roots and then knows no such method has none. */
const METHOD_NOT_FOUND = -32601;

type RootAsker = Pick<Exchange, "ask" | "signal" | "request">;

/** The folders a client has open, as real paths. */
export interface ClientRoots {
  current(exchange: RootAsker): Promise<Outcome<readonly string[]>>;
  /** The client said that they changed: later calls ask again. */
  changed(): void;
}

export function createClientRoots(how: {
  readonly realPath: (path: string) => Promise<string>;
  readonly log: Log;
}): ClientRoots {
  let known: Promise<Outcome<readonly string[]>> | undefined;

  const unknown = (why: string): Outcome<never> => {
    how.log("warn", `the MCP client did not list its roots: ${why}`);
    return fail("roots_unknown", `this client has folders of its own, but did not say which: ${why}`, {
      hint: "nothing was done; repeat the call, or restart the client.",
    });
  };
  const list = async (ask: RootAsker["ask"], signal: AbortSignal): Promise<Outcome<readonly string[]>> => {
    try {
      const answer = await ask({ method: "roots/list" }, { signal, timeoutMs: LIST_LIMIT_MS });
      const folders = rootFolders(answer);
      if (folders === undefined) return unknown("none of them is a folder of this machine");
      return value(await Promise.all(folders.map(how.realPath)));
    } catch (error) {
      if (codeOf(error) === METHOD_NOT_FOUND) return value([]);
      const why = error instanceof Error ? error.message : String(error);
      return unknown(why);
    }
  };

  return {
    async current(exchange) {
      const { canListRoots, ask } = exchange.request();
      if (!canListRoots) return value([]);
      // Where a client has no way to say that its folders changed, they are asked for with every call.
      if (ask === undefined) return list(exchange.ask, exchange.signal);
      // Asked once for all calls, so that no single one of them can cancel it.
      const asked = (known ??= list(ask, new AbortController().signal));
      const roots = await asked;
      if (!roots.ok && known === asked) known = undefined;
      return roots;
    },
    changed: () => {
      known = undefined;
    },
  };
}

function codeOf(error: unknown): unknown {
  return typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
}
