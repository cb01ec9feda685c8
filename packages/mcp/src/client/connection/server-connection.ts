import type { Client } from "@modelcontextprotocol/client";
import { fail, type McpServerState, type Outcome, value } from "@wield/core";
import { listTools, type ListedTools } from "./list-tools.ts";
import { type ClientParts, openClient, type OpenedClient, statusOf } from "./open-client.ts";
import { createBackoff } from "./backoff.ts";
import { createChangeLimit } from "./change-limit.ts";

/** Time for connecting, the start of a program included. */
const CONNECT_MS = 45_000;

/** Time after which a connection whose session is gone is let go. */
const FORGOTTEN_MS = 5000;

/** Time for one page of a list. */
const LIST_MS = 30_000;

export interface ServerConnection {
  readonly state: McpServerState;
  readonly reason: string | undefined;
  readonly lastWords: readonly string[];
  readonly client: Client | undefined;
  /** Connects where that is not done; waits for whoever does it already. Fails with why it cannot be. */
  ensure(): Promise<Outcome<Client>>;
  /** Ends the connection and begins anew, whatever failed before. */
  restart(): Promise<Outcome<Client>>;
  /** A new connection in place of one that the server forgot; of several that ask, only the first ends it. */
  renew(forgotten: Client): Promise<Outcome<Client>>;
  /** The tools it has now; told also when the server says that they changed. */
  refresh(): Promise<void>;
  close(): Promise<void>;
}

export interface ConnectionEvents {
  /** What the server lists, as it came. */
  toolsListed(listed: ListedTools): Promise<void>;
  /** The list could not be had; the tools known before stay. */
  listingFailed(reason: string): void;
}

/** The life of one server: connected on first need, again after it died, and given up after a row of failures. */
export function createServerConnection(parts: ClientParts, events: ConnectionEvents): ServerConnection {
  const { entry, clock, log } = parts;
  const backoff = createBackoff(clock);
  let state: McpServerState = entry.isEnabled
    ? entry.fault === undefined
      ? "waiting"
      : "failed"
    : "disabled";
  let reason = entry.fault;
  let opened: OpenedClient | undefined;
  let lastWords: readonly string[] = [];
  let connecting: Promise<Outcome<Client>> | undefined;
  let abort = new AbortController();

  const become = (next: McpServerState, why?: string): void => {
    state = next;
    reason = why;
  };

  const lost = (client: OpenedClient): void => {
    if (opened !== client) return;
    lastWords = client.lastWords();
    opened = undefined;
    if (state === "closed") return;
    become("failed", client.endReason() ?? "the connection ended");
    backoff.ended();
  };

  const open = async (): Promise<Outcome<Client>> => {
    become("connecting");
    const limit = new AbortController();
    const cancelLimit = clock.timer(CONNECT_MS, () =>
      limit.abort(new Error(`no answer in ${CONNECT_MS / 1000} s`)),
    );
    const { signal } = abort;
    const onAbort = (): void => limit.abort(signal.reason);
    signal.addEventListener("abort", onAbort);
    try {
      const client = await openClient(parts, limit.signal);
      if (signal.aborted) {
        await client.client.close();
        return unavailable(entry.name, "Wield is ending");
      }
      opened = client;
      Object.assign(client.client, { onclose: () => lost(client) });
      backoff.succeeded();
      become("connected");
      listen(client.client);
      await refresh();
      return opened === undefined ? unavailable(entry.name, reason) : value(client.client);
    } catch (error) {
      const text = wordsOf(limit.signal.aborted ? limit.signal.reason : error);
      const needsLogin =
        statusOf(error) === 401 || (error instanceof Error && error.name === "UnauthorizedError");
      // A login may be made in another window at any moment: such a server is never given up.
      if (needsLogin) backoff.reset();
      backoff.failed();
      become(needsLogin ? "login_needed" : "failed", needsLogin ? undefined : text);
      log("debug", `${entry.name}: ${text}`);
      return needsLogin ? loginNeeded(entry.name) : unavailable(entry.name, text);
    } finally {
      cancelLimit();
      signal.removeEventListener("abort", onAbort);
    }
  };

  /** Whoever comes meanwhile waits for it. */
  const begin = (attempt: Promise<Outcome<Client>>): Promise<Outcome<Client>> => {
    connecting = attempt;
    void attempt
      .catch(() => undefined)
      .finally(() => {
        if (connecting === attempt) connecting = undefined;
      });
    return attempt;
  };

  const listen = (client: Client): void => {
    const changes = createChangeLimit(clock, {
      run: () => void refresh(),
      tooMany: () => events.listingFailed("it changed its tools 20 times; no further change is taken"),
    });
    client.setNotificationHandler("notifications/tools/list_changed", () => changes.changed());
  };

  const refresh = async (): Promise<void> => {
    const current = opened;
    if (current === undefined) return;
    try {
      const listed = await listTools(current.client, LIST_MS);
      if (opened !== current) return;
      if (state === "no_tools") become("connected");
      await events.toolsListed(listed);
    } catch (error) {
      if (opened !== current) return;
      become("no_tools", `its tools cannot be listed: ${wordsOf(error)}`);
      events.listingFailed(wordsOf(error));
    }
  };

  const ensure = async (): Promise<Outcome<Client>> => {
    if (opened !== undefined) return value(opened.client);
    if (connecting !== undefined) return connecting;
    if (state === "disabled") return unavailable(entry.name, "it is switched off (enabled: false)");
    if (state === "closed") return unavailable(entry.name, "Wield is ending");
    if (entry.fault !== undefined) return unavailable(entry.name, entry.fault);
    if (state === "login_needed" && backoff.waitMs() > 0) return loginNeeded(entry.name);
    if (backoff.isGivenUp() && state !== "login_needed")
      return unavailable(entry.name, `${reason ?? "it failed"}; given up after ${backoff.failures()} tries`);
    const wait = backoff.waitMs();
    if (wait > 0)
      return unavailable(
        entry.name,
        `${reason ?? "it failed"}; the next try is in ${Math.ceil(wait / 1000)} s`,
      );
    return begin(open());
  };

  return {
    get state() {
      return state;
    },
    get reason() {
      return reason;
    },
    get lastWords() {
      return opened?.lastWords() ?? lastWords;
    },
    get client() {
      return opened?.client;
    },
    ensure,
    refresh,
    renew: async (forgotten) => {
      if (opened?.client !== forgotten) return ensure();
      opened = undefined;
      // Calls under way are answered in the same way, and come here in their turn: they are not cut off.
      clock.timer(FORGOTTEN_MS, () => void forgotten.close().catch(() => undefined));
      return begin(open());
    },
    restart: () => {
      abort.abort(new Error("restarted"));
      const [before, old] = [connecting, opened];
      opened = undefined;
      return begin(
        (async () => {
          await before?.catch(() => undefined);
          await old?.client.close().catch(() => undefined);
          backoff.reset();
          connecting = undefined;
          if (state === "closed") return ensure();
          abort = new AbortController();
          if (state !== "disabled") state = "waiting";
          return ensure();
        })(),
      );
    },
    close: async () => {
      state = "closed";
      abort.abort(new Error("Wield is ending"));
      const old = opened;
      await Promise.all([connecting?.catch(() => undefined), old?.client.close().catch(() => undefined)]);
    },
  };
}

function unavailable(server: string, reason: string | undefined): Outcome<never> {
  return fail("mcp_unavailable", `${server} is not connected: ${reason ?? "it has not been started"}`, {
    hint: `/mcp shows all servers; \`wield mcp restart ${server}\` tries again.`,
  });
}

function loginNeeded(server: string): Outcome<never> {
  return fail("login_needed", `${server} needs a login: wield mcp login ${server}`, {
    hint: `run \`wield mcp login ${server}\`.`,
  });
}

/** Without the library's word for what it was doing. */
function wordsOf(error: unknown): string {
  const words = error instanceof Error ? error.message : String(error);
  return words.replace(/^Version negotiation probe failed: /, "");
}
