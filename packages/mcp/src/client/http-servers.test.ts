// Prevents: servers over HTTP that hang, forget us, send us elsewhere or want a login, and cost more than themselves.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import type { ServerEntry } from "./server-entry.ts";
import { oddEntry, startServers } from "../testing/servers-fixture.ts";

type Message = {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly name?: string };
};

interface HttpFixture extends AsyncDisposable {
  readonly entry: ServerEntry;
  /** Methods that were asked for, in order. */
  readonly heard: string[];
}

/** What stands in place of the ordinary answer; nothing leaves it to that. */
type Odd = (message: Message, response: ServerResponse, request: IncomingMessage) => "answered" | undefined;

const TOOLS = [{ name: "work", inputSchema: { type: "object", properties: {} } }];

async function serveOdd(odd: Odd, headers: Readonly<Record<string, string>> = {}): Promise<HttpFixture> {
  const heard: string[] = [];
  let sessions = 0;
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => {
      body += String(chunk);
    });
    request.on("end", () => {
      if (request.method !== "POST") return response.writeHead(405).end();
      const message = JSON.parse(body) as Message;
      heard.push(message.method ?? "answer");
      if (odd(message, response, request) === "answered") return undefined;
      if (message.method === "initialize") sessions += 1;
      const json = { "content-type": "application/json", "mcp-session-id": `s${sessions}` };
      if (message.id === undefined) return response.writeHead(202).end();
      const result = resultOf(message);
      const answer = result === undefined ? { error: { code: -32601, message: "unknown" } } : { result };
      return response.writeHead(200, json).end(JSON.stringify({ jsonrpc: "2.0", id: message.id, ...answer }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
  return {
    heard,
    entry: { ...oddEntry("far", {}), reach: { kind: "http", url, headers } },
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function resultOf({ method }: Message): object | undefined {
  switch (method) {
    case "initialize":
      return {
        protocolVersion: "2025-06-18",
        capabilities: { tools: {} },
        serverInfo: { name: "far", version: "1" },
      };
    case "tools/list":
      return { tools: TOOLS };
    case "tools/call":
      return { content: [{ type: "text", text: "done" }] };
    default:
      return undefined;
  }
}

test("a session that the server forgot is opened anew, and the call is sent once more, for many calls at once", async () => {
  let forgets = false;
  await using far = await serveOdd(({ method }, response, request) => {
    if (!forgets || method !== "tools/call" || request.headers["mcp-session-id"] !== "s1") return undefined;
    response.writeHead(404).end();
    return "answered";
  });
  await using servers = await startServers([far.entry]);
  const call = () => servers.service().callTool("far", "work", { input: {} });
  expect(await call()).toMatchObject({ text: "done" });
  forgets = true;
  const results = await Promise.all(Array.from({ length: 8 }, call));
  for (const result of results) expect(result).toMatchObject({ text: "done" });
  expect(far.heard.filter((method) => method === "initialize")).toHaveLength(2);
});

test("a server that forgets every session is told so, and nothing goes on for ever", async () => {
  await using far = await serveOdd(({ method }, response) => {
    if (method !== "tools/call") return undefined;
    response.writeHead(404).end();
    return "answered";
  });
  await using servers = await startServers([far.entry]);
  expect(await servers.service().callTool("far", "work", { input: {} })).toMatchObject({
    code: "mcp_disconnected",
    message: expect.stringContaining("twice"),
  });
  expect(far.heard.filter((method) => method === "tools/call")).toHaveLength(2);
});

test("a redirect to another host is not followed with our headers, and the reason names the host", async () => {
  const seen: unknown[] = [];
  await using other = await serveOdd((_message, _response, request) => {
    seen.push(request.headers["x-key"]);
    return undefined;
  });
  const { reach } = other.entry;
  const target = reach.kind === "http" ? reach.url : new URL("http://nowhere");
  await using far = await serveOdd(
    (_message, response) => {
      response.writeHead(307, { location: target.href }).end();
      return "answered";
    },
    { "x-key": "secret" },
  );
  await using servers = await startServers([far.entry]);
  expect(servers.host.status()[0]).toMatchObject({
    state: "failed",
    reason: expect.stringContaining(target.host),
  });
  expect(seen).toEqual([]);
});

test("a server that wants a login says so with its command, and is asked again once there is one", async () => {
  let isLoggedIn = false;
  await using far = await serveOdd((_message, response) => {
    if (isLoggedIn) return undefined;
    response.writeHead(401, { "www-authenticate": "Bearer" }).end();
    return "answered";
  });
  await using servers = await startServers([far.entry]);
  expect(servers.host.status()[0]).toMatchObject({ state: "login_needed" });
  expect(await servers.service().readResource("a:b", "far")).toMatchObject({
    code: "login_needed",
    message: "far needs a login: wield mcp login far",
  });
  isLoggedIn = true;
  await expect
    .poll(() => servers.service().callTool("far", "work", { input: {} }), { interval: 300 })
    .toMatchObject({ text: "done" });
});

test("a login that runs out during a call is told as such", async () => {
  await using far = await serveOdd(({ method }, response) => {
    if (method !== "tools/call") return undefined;
    response.writeHead(401).end();
    return "answered";
  });
  await using servers = await startServers([far.entry]);
  expect(await servers.service().callTool("far", "work", { input: {} })).toMatchObject({
    code: "login_needed",
  });
});

test("X-003: a server over HTTP that stays silent holds up neither the start nor the end", async () => {
  await using far = await serveOdd(() => "answered");
  await using servers = await startServers([far.entry], { maxMs: 500 });
  expect(servers.host.status()[0]?.state).toBe("connecting");
});

test("an answer of another kind, cut off or without JSON is an error of that call alone", async () => {
  const odd = ["text/html", "application/json", "text/event-stream"];
  await using far = await serveOdd(({ method }, response) => {
    const type = odd[0];
    if (method !== "tools/call" || type === undefined) return undefined;
    odd.shift();
    response.writeHead(200, { "content-type": type }).end("data: {not json\n\n");
    return "answered";
  });
  await using servers = await startServers([far.entry]);
  const abort = AbortSignal.timeout(3000);
  const call = () => servers.service(abort).callTool("far", "work", { input: {} });
  expect(await call()).toMatchObject({ ok: false });
  expect(await call()).toMatchObject({ ok: false });
  expect(await call()).toMatchObject({ ok: false });
  expect(await servers.service().callTool("far", "work", { input: {} })).toMatchObject({ text: "done" });
});
