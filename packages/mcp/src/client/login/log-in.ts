import type { FetchLike } from "@modelcontextprotocol/client";
import { fail, type Outcome, value } from "@wield/core";
import { boundedFetch } from "../transport/bounded-fetch.ts";
import { withinReach } from "../transport/within-reach.ts";
import type { ServerEntry } from "../server-entry.ts";
import { createOAuthProvider, type LoginStore, type OAuthOptions } from "./oauth-provider.ts";

export interface LogInOptions extends Pick<OAuthOptions, "registered" | "metadataUrl" | "state"> {
  readonly store: LoginStore;
  readonly fetch: FetchLike;
  readonly redirectUrl: string;
  /** Shows the page to a person; resolves with the query the authorization server sent back. */
  readonly askPerson: (page: URL) => Promise<URLSearchParams>;
}

/** Logs in to a server that wants it. Fails with `login_failed`; what was kept before is kept then. */
export async function logIn(
  entry: ServerEntry,
  options: LogInOptions,
): Promise<Outcome<"logged_in" | "not_needed">> {
  const { reach } = entry;
  if (reach.kind !== "http") return fail("login_failed", `${entry.name} is a program: it has no login`);
  const { Client, StreamableHTTPClientTransport, UnauthorizedError } =
    await import("@modelcontextprotocol/client");
  let page: URL | undefined;
  const provider = createOAuthProvider({
    ...options,
    server: entry.name,
    onPage: (shown) => {
      page = shown;
    },
  });
  const connect = async () => {
    const transport = new StreamableHTTPClientTransport(reach.url, {
      authProvider: provider,
      fetch: boundedFetch(withinReach(reach.url, options.fetch)),
      requestInit: { headers: { ...reach.headers } },
    });
    const client = new Client({ name: "wield", version: "0" }, { versionNegotiation: { mode: "auto" } });
    try {
      await client.connect(transport);
      await client.listTools();
      return "connected" as const;
    } catch (error) {
      if (error instanceof UnauthorizedError || page !== undefined) return transport;
      throw error;
    } finally {
      await client.close().catch(() => undefined);
    }
  };
  try {
    const first = await connect();
    if (first === "connected") return value("not_needed");
    if (page === undefined)
      return fail("login_failed", `${entry.name} wants a login but names no page for it`);
    const answered = await options.askPerson(page);
    if (answered.get("state") !== options.state)
      return fail("login_failed", "the answer does not belong to this login (its state differs); begin anew");
    const refusal = answered.get("error");
    if (refusal !== null)
      return fail("login_failed", `${entry.name}: ${answered.get("error_description") ?? refusal}`);
    await first.finishAuth(answered);
    page = undefined;
    const again = await connect();
    return again === "connected"
      ? value("logged_in")
      : fail("login_failed", `${entry.name} does not take the login it gave`);
  } catch (error) {
    return fail("login_failed", `${entry.name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
