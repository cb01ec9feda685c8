import {
  type CallScope,
  fail,
  isJsonObject,
  type Json,
  type JsonObject,
  type McpResource,
  type McpResourceContent,
  type McpServers,
  type Outcome,
  type ToolResult,
  value,
} from "@wield/core";
import { callServer, type ServerRequest } from "../connection/call-server.ts";
import { renderResource } from "../results/render-content.ts";
import { sandboxHint } from "../results/sandbox-hint.ts";
import { toolResult } from "../results/tool-result.ts";
import { type LiveServer, statusOfServer } from "./live-server.ts";

const MAX_RESOURCE_PAGES = 20;

type Question = Omit<ServerRequest, "signal">;

export interface ServersForCall {
  readonly servers: ReadonlyMap<string, LiveServer>;
  find(name: string): Outcome<LiveServer>;
}

/** The servers as one call may use them: what they say is marked as theirs, and they know which call it is. */
export function openForCall(scope: CallScope, { servers, find }: ServersForCall): McpServers {
  const ask = async (live: LiveServer, request: Question): Promise<Outcome<JsonObject>> => {
    const { connection, calls } = live.lines.of(scope.call.sessionId);
    calls.add(scope);
    try {
      scope.cameFrom(live.entry.name);
      return await callServer(live.entry.name, connection, {
        ...request,
        signal: scope.signal,
      });
    } finally {
      calls.delete(scope);
    }
  };

  const resourcesOf = async (live: LiveServer): Promise<Outcome<readonly McpResource[]>> => {
    const listed = await listAll(live, "resources/list", "resources", ask);
    if (!listed.ok) return listed;
    // Many servers have no templates and say so with an error.
    const templates = await listAll(live, "resources/templates/list", "resourceTemplates", ask);
    const all = [...listed.value, ...(templates.ok ? templates.value : [])];
    return value(all.flatMap((entry) => readEntry(entry, live.entry.name)));
  };

  const offering = (): readonly LiveServer[] =>
    [...servers.values()].filter((live) => statusOfServer(live).hasResources);

  const findOffering = (server: string): Outcome<LiveServer> => {
    const live = find(server);
    if (!live.ok || live.value.entry.offersResources) return live;
    return fail("unknown_server", `${server} offers no resources here (resources: false)`, {
      hint: "list shows what there is.",
    });
  };

  return {
    status: () => [...servers.values()].map(statusOfServer),
    callTool: async (server, tool, { input, progress }) => {
      const live = find(server);
      if (!live.ok) return live;
      const lookUp = () => live.value.tools.find(({ source }) => source.tool === tool);
      if (lookUp() === undefined) {
        // It may not have been connected yet, or not been listed since.
        const connected = await live.value.lines.shared.connection.ensure();
        if (!connected.ok) return connected;
      }
      const offered = lookUp();
      if (offered === undefined) return gone(server, tool, live.value);
      const answer = await ask(live.value, {
        method: "tools/call",
        params: { name: tool, arguments: input },
        schema: offered.source.rawSchema,
        ...(progress === undefined ? {} : { progress }),
      });
      if (!answer.ok) return answer;
      return toolResult(answer.value, offered.outputFault, (words) => sandboxHint(words, live.value.entry));
    },
    resources: async (server) => {
      if (server !== undefined) {
        const live = findOffering(server);
        if (!live.ok) return live;
        const listed = await resourcesOf(live.value);
        return listed.ok ? value({ resources: listed.value, problems: [] }) : listed;
      }
      const lists = await Promise.all(offering().map(resourcesOf));
      const failed = lists.filter((list) => !list.ok);
      const [first] = failed;
      if (first !== undefined && failed.length === lists.length) return first;
      return value({
        resources: lists.flatMap((list) => (list.ok ? list.value : [])),
        problems: failed.map(({ message }) => message),
      });
    },
    readResource: async (uri, server) => {
      const candidates = server === undefined ? value(offering()) : asList(findOffering(server));
      if (!candidates.ok) return candidates;
      return readFrom(candidates.value, uri, ask);
    },
  };
}

type Ask = (live: LiveServer, request: Question) => Promise<Outcome<JsonObject>>;

async function readFrom(
  candidates: readonly LiveServer[],
  uri: string,
  ask: Ask,
): Promise<Outcome<McpResourceContent>> {
  let failure: Outcome<never> | undefined;
  for (const live of candidates) {
    const answer = await ask(live, { method: "resources/read", params: { uri } });
    if (!answer.ok) {
      failure ??= answer;
      continue;
    }
    const { contents } = answer.value;
    const parts = Array.isArray(contents) ? (contents as readonly Json[]).filter(isJsonObject) : [];
    const [first] = parts;
    const mediaType = first?.["mimeType"];
    return value({
      text: parts.length === 0 ? "(no output)" : parts.map(renderResource).join("\n"),
      uri,
      ...(typeof mediaType === "string" ? { mediaType } : {}),
      bytes: parts.reduce((sum, part) => sum + sizeOf(part), 0),
    });
  }
  return candidates.length === 1 && failure !== undefined
    ? failure
    : fail("no_such_resource", `no connected server has the resource ${JSON.stringify(uri)}`, {
        hint: "list shows what there is.",
      });
}

async function listAll(
  live: LiveServer,
  method: "resources/list" | "resources/templates/list",
  member: string,
  ask: Ask,
): Promise<Outcome<readonly Json[]>> {
  const entries: Json[] = [];
  const cursors = new Set<string>();
  let cursor: string | undefined;
  for (let page = 0; page < MAX_RESOURCE_PAGES; page += 1) {
    const answer = await ask(live, { method, params: cursor === undefined ? {} : { cursor } });
    if (!answer.ok) return entries.length === 0 ? answer : value(entries);
    const listed = answer.value[member];
    if (Array.isArray(listed)) entries.push(...(listed as readonly Json[]));
    const { nextCursor } = answer.value;
    if (typeof nextCursor !== "string" || cursors.has(nextCursor)) break;
    cursors.add(nextCursor);
    cursor = nextCursor;
  }
  return value(entries);
}

function readEntry(entry: Json, server: string): readonly McpResource[] {
  if (!isJsonObject(entry)) return [];
  const uri = entry["uri"] ?? entry["uriTemplate"];
  if (typeof uri !== "string") return [];
  const { name, mimeType } = entry;
  return [
    {
      server,
      uri,
      name: typeof name === "string" ? name : uri,
      ...(typeof mimeType === "string" ? { mediaType: mimeType } : {}),
      isTemplate: entry["uri"] === undefined,
    },
  ];
}

function sizeOf({ text, blob }: JsonObject): number {
  if (typeof text === "string") return new TextEncoder().encode(text).length;
  return typeof blob === "string" ? Math.floor((blob.length * 3) / 4) : 0;
}

function asList(live: Outcome<LiveServer>): Outcome<readonly LiveServer[]> {
  return live.ok ? value([live.value]) : live;
}

function gone(server: string, tool: string, live: LiveServer): ToolResult {
  const present = live.tools.map(({ source }) => source.tool);
  return fail("tool_gone", `${server} no longer offers ${tool}`, {
    hint: present.length === 0 ? "it offers no tools now." : `it offers: ${present.slice(0, 40).join(", ")}.`,
  });
}
