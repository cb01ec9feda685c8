import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { ServerEntry } from "../client/server-entry.ts";
import { createOddServer, type OddMessage, type OddScript } from "./odd-server.ts";
import { oddEntry } from "./servers-fixture.ts";

/** A configured server that behaves as its script says, and what ends it. */
export interface OddServerAt extends AsyncDisposable {
  readonly entry: ServerEntry;
}

/** The odd server over HTTP, in this process: each request is answered with a stream of all it has to say about it. */
export async function serveOddHttp(name: string, script: OddScript): Promise<OddServerAt> {
  const listening = new Set<ServerResponse>();
  const odd = createOddServer(script, {
    say: () => undefined,
    die: () => server.closeAllConnections(),
    announce: (line) => {
      for (const response of listening) response.write(`data: ${line}\n\n`);
    },
  });
  const server = createServer((request, response) => {
    const stream = { "content-type": "text/event-stream", "mcp-session-id": "one" };
    if (request.method === "GET") {
      response.writeHead(200, stream).flushHeaders();
      listening.add(response);
      response.on("close", () => listening.delete(response));
      return;
    }
    let body = "";
    request.setEncoding("utf8").on("data", (text: string) => {
      body += text;
    });
    request.on("end", () => {
      const message = JSON.parse(body) as OddMessage;
      const { id } = message;
      if (message.method === undefined || id === undefined) {
        odd.receive(message, () => undefined);
        return void response.writeHead(202).end();
      }
      response.writeHead(200, stream);
      for (const line of script.junk ?? []) response.write(`data: ${line}\n\n`);
      let lines: string[] = [];
      let isAnswered = false;
      const write = (line: string): void => writeIn(script.pieceBytes, response, `data: ${line}\n\n`);
      odd.receive(message, (line) => {
        if (isAnswered) lines.push(line);
        else write(line);
        const said = line.length < 1000 ? (JSON.parse(line) as OddMessage) : undefined;
        // All that belongs to one answer is sent in one go.
        if (isAnswered || (said !== undefined && (said.method !== undefined || said.id !== id))) return;
        isAnswered = true;
        setImmediate(() => {
          for (const more of lines) write(more);
          lines = [];
          response.end();
        });
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
  return {
    entry: { ...oddEntry(name, {}), reach: { kind: "http", url, headers: {} } },
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function writeIn(pieceBytes: number | undefined, response: ServerResponse, text: string): void {
  if (pieceBytes === undefined) return void response.write(text);
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += pieceBytes) response.write(bytes.subarray(at, at + pieceBytes));
}

/** The two ways to reach a server: every misbehaviour that is possible on both is tried on both. */
export const WAYS: readonly (readonly [
  way: "stdio" | "http",
  serve: (name: string, script: OddScript) => Promise<OddServerAt>,
])[] = [
  [
    "stdio",
    async (name, script) => ({
      entry: oddEntry(name, script),
      [Symbol.asyncDispose]: async () => undefined,
    }),
  ],
  ["http", serveOddHttp],
];
