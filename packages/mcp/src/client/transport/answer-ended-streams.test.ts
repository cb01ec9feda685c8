// Prevents: calls that wait until their limit for an answer whose stream broke off long ago.
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { oddEntry, startServers } from "../../testing/servers-fixture.ts";

type End = (response: ServerResponse) => void;

const RESULTS: Readonly<Record<string, object>> = {
  initialize: {
    protocolVersion: "2025-06-18",
    capabilities: { tools: {} },
    serverInfo: { name: "far", version: "1" },
  },
  "tools/list": { tools: [{ name: "work", inputSchema: { type: "object" } }] },
};

/** Begins to answer each call with a stream, and then `end`s it. */
async function serve(end: End) {
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => (body += String(chunk)));
    request.on("end", () => {
      if (request.method !== "POST") return response.writeHead(405).end();
      const { id, method } = JSON.parse(body) as { readonly id?: number; readonly method: string };
      if (id === undefined) return response.writeHead(202).end();
      const result = RESULTS[method];
      if (method === "tools/call") {
        response.writeHead(200, { "content-type": "text/event-stream" });
        return response.write(": begun\n\n", () => end(response));
      }
      response.writeHead(200, { "content-type": "application/json" });
      const said = result === undefined ? { error: { code: -32601, message: "unknown" } } : { result };
      return response.end(JSON.stringify({ jsonrpc: "2.0", id, ...said }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
  return {
    entry: { ...oddEntry("far", {}), reach: { kind: "http" as const, url, headers: {} } },
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const ENDS: readonly (readonly [how: string, end: End])[] = [
  ["cut off", (response) => response.destroy()],
  ["ended without an answer", (response) => response.end()],
  ["ended in the middle of its answer", (response) => response.end('data: {"jsonrpc":"2.0","id":')],
  [
    "ended after the answer to another",
    (response) => response.end('data: {"jsonrpc":"2.0","id":999,"result":{}}\n\n'),
  ],
];

test.each(ENDS)(
  "a stream that is %s fails its call at once, and nothing is sent twice",
  async (_how, end) => {
    let calls = 0;
    await using far = await serve((response) => {
      calls += 1;
      end(response);
    });
    await using servers = await startServers([far.entry]);
    expect(await servers.service().callTool("far", "work", { input: {} })).toMatchObject({
      code: "mcp_disconnected",
      message: expect.stringContaining("it may have happened"),
    });
    expect(calls).toBe(1);
    expect(servers.host.status()[0]?.state).toBe("connected");
  },
);
