import type { CallToolResult, Tool } from "@modelcontextprotocol/server";
import type { ActiveTools, Conversation, Json, Outcome } from "@wield/core";
import { callResult, failureResult } from "../calls/call-result.ts";
import { askersOf } from "../calls/client-asker.ts";
import type { Answered, Exchange } from "../calls/exchange.ts";
import { createExchanges } from "../calls/exchanges.ts";
import { createProgressReports } from "../calls/progress.ts";
import type { OfferScope } from "../offers/offers.ts";
import { createClientRoots } from "../roots/client-roots.ts";
import { choosePlaces, type Places } from "../roots/places.ts";
import { foreignPatterns } from "../tools/foreign-patterns.ts";
import { isSameList, publishedTools } from "../tools/published-tools.ts";
import { publishTool } from "../tools/publish-tool.ts";
import type { ClientRequest } from "./client-request.ts";
import { createOpenRuntimes, type OpenRuntime, within } from "./open-runtimes.ts";
import type { McpRuntime, ServeStdioOptions } from "./serve-options.ts";

/** Time for calls to end once the client is gone, and after that for what they started. */
const CALLS_LIMIT_MS = 2000;
const RUNTIMES_LIMIT_MS = 2000;

export type ConnectionOptions = Pick<
  ServeStdioOptions,
  "open" | "workspace" | "cwd" | "realPath" | "log" | "clock" | "ids"
> & {
  /** The client may be on another machine: its folders say nothing here. */
  readonly ignoresRoots?: boolean;
};

/** One client: one session with its own shell, list, handles and journal. */
export interface Connection {
  /** Gets ready what the first call will need. */
  prepare(request: ClientRequest): void;
  listTools(request: ClientRequest): Promise<Outcome<Tool[]>>;
  callTool(name: string, given: unknown, request: ClientRequest): Promise<Answered>;
  /** Where something besides a tool is looked up for this client. */
  scope(request: ClientRequest): Promise<Outcome<OfferScope>>;
  rootsChanged(): void;
  /** Told when the list that was last given out is no longer what is active. */
  onToolsChanged: () => void;
  /** Stops what runs and closes what was opened, in less than 5 s. */
  close(): Promise<void>;
}

export function createConnection(options: ConnectionOptions): Connection {
  const { clock, log } = options;
  const start = {
    cwd: options.cwd,
    ...(options.workspace === undefined ? {} : { explicit: options.workspace }),
  };
  const runtimes = createOpenRuntimes({
    open: options.open,
    sessionId: options.ids.next("ses_"),
    clock,
    log,
    onToolsChanged: (opened) => announceChange(conversationIn(opened, places).tools),
  });
  const roots = createClientRoots({ realPath: options.realPath, log });
  const exchanges = createExchanges();
  const published = createPublished();
  let places: Places = choosePlaces(start, []);
  let listed: ActiveTools | undefined;

  const findPlaces = async (exchange: Parameters<typeof roots.current>[0]): Promise<Outcome<Places>> => {
    if (options.ignoresRoots === true) return { ok: true, value: places };
    const folders = await roots.current(exchange);
    if (!folders.ok) return folders;
    places = choosePlaces(start, folders.value);
    return { ok: true, value: places };
  };
  const conversationIn = (opened: OpenRuntime, where: Places): Conversation => {
    const snapshot = opened.snapshot();
    const { onlyWithin } = where;
    return {
      ...snapshot,
      tools: published.tools(snapshot.tools, opened.runtime),
      // Folders of a client are on this machine: they say nothing of a server that the person set.
      ...(onlyWithin === undefined || snapshot.workspace.elsewhere !== undefined
        ? {}
        : { workspace: { ...snapshot.workspace, onlyWithin } }),
    };
  };
  const announceChange = (now: ActiveTools): void => {
    if (listed === undefined || isSameList(listed, now)) return;
    listed = undefined;
    connection.onToolsChanged();
  };

  const runCall = async (name: string, given: unknown, exchange: Exchange): Promise<CallToolResult> => {
    const where = await findPlaces(exchange);
    if (!where.ok) return failureResult(where);
    const opened = await runtimes.get(where.value.workspace);
    if (!opened.ok) return failureResult(opened);
    const { runtime, settings } = opened.value;
    const conversation = conversationIn(opened.value, where.value);
    const request = {
      tool: name,
      // Whatever the client sent is JSON: it came from a line of it.
      input: given as Json,
      signal: exchange.signal,
      ...(exchange.request().report === undefined
        ? {}
        : { onProgress: createProgressReports(exchange.report) }),
    };
    const others = conversation.askers;
    const outcome = await runtime.pipeline.call(request, {
      ...conversation,
      ...askersOf(settings, exchange, { clock, others }),
    });
    // What was stored can be read with a tool that is offered from then on. Other changes show with the next call.
    const now =
      outcome.outputRef === undefined ? conversation.tools : conversationIn(opened.value, where.value).tools;
    announceChange(now);
    const tool = conversation.tools.active.get(outcome.call.tool)?.tool;
    return callResult(outcome, tool, settings.isStructured);
  };

  const connection: Connection = {
    onToolsChanged: () => {},
    prepare(request) {
      void findPlaces(asking(request))
        .then((where) => (where.ok ? runtimes.get(where.value.workspace) : where))
        .catch((error: unknown) => log("error", `the workspace could not be opened: ${String(error)}`));
    },
    async listTools(request) {
      // A list cannot be held up by a question on every revision; calls settle where they work.
      const where =
        request.ask === undefined ? { ok: true as const, value: places } : await findPlaces(asking(request));
      if (!where.ok) return where;
      const opened = await runtimes.get(where.value.workspace);
      if (!opened.ok) return opened;
      const { tools } = conversationIn(opened.value, where.value);
      listed = tools;
      return { ok: true, value: published.list(tools, opened.value.settings.isStructured) };
    },
    async scope(request) {
      const opened = await runtimes.get(places.workspace);
      if (!opened.ok) return opened;
      const conversation = conversationIn(opened.value, places);
      return { ok: true, value: { runtime: opened.value.runtime, conversation, signal: request.signal } };
    },
    callTool: (name, given, request) =>
      exchanges.serve(request, (exchange) => runCall(name, given, exchange)),
    rootsChanged: roots.changed,
    async close() {
      await within(CALLS_LIMIT_MS, clock, exchanges.abortAll());
      await runtimes.closeAll(RUNTIMES_LIMIT_MS);
    },
  };
  return connection;
}

function asking(request: ClientRequest): Parameters<ReturnType<typeof createClientRoots>["current"]>[0] {
  return {
    request: () => request,
    signal: request.signal,
    ask: request.ask ?? (() => Promise.reject(new Error("this request cannot be held up by a question"))),
  };
}

/** What is offered of a set of tools, made once for each set: most calls of a session find the same one. */
function createPublished(): {
  tools(active: ActiveTools, runtime: McpRuntime): ActiveTools;
  list(tools: ActiveTools, isStructured: boolean): Tool[];
} {
  let from: ActiveTools | undefined;
  let made: ActiveTools | undefined;
  return {
    tools(active, { settings }) {
      if (made === undefined || from !== active) {
        from = active;
        made = publishedTools(active, foreignPatterns(settings, active.toolset));
      }
      return made;
    },
    list: (tools, isStructured) =>
      [...tools.active.values()].map(({ tool }) => publishTool(tool, { isStructured, among: tools })),
  };
}
