/** A bare HTTP server of the protocol's own library, with one tool that reads a file: what `wield serve` is held to. */
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { serve } from "@hono/node-server";
import { McpServer, WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import * as z from "zod";

const [folder = "."] = process.argv.slice(2);
const transports = new Map<string, WebStandardStreamableHTTPServerTransport>();

async function openTransport(): Promise<WebStandardStreamableHTTPServerTransport> {
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: () => randomUUID(),
    onsessioninitialized: (id) => void transports.set(id, transport),
  });
  const server = new McpServer({ name: "reference", version: "1" });
  const inputSchema = z.object({ path: z.string() });
  server.registerTool("read_file", { description: "Read a file.", inputSchema }, async ({ path }) => ({
    content: [{ type: "text", text: await readFile(`${folder}/${path}`, "utf8") }],
  }));
  await server.connect(transport);
  return transport;
}

serve(
  {
    port: 0,
    hostname: "127.0.0.1",
    fetch: async (request) => {
      const known = transports.get(request.headers.get("mcp-session-id") ?? "");
      return (known ?? (await openTransport())).handleRequest(request);
    },
  },
  ({ port }) => console.log(`http://127.0.0.1:${port}/mcp`),
);
