// Prevents: clients over HTTP that never hear of tools another server offers later.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  Client as ClientV2,
  StreamableHTTPClientTransport as TransportV2,
} from "@modelcontextprotocol/client";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as TransportV1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ServeFixture, serveFixture } from "./testing/serve-fixture.ts";

const ODD_SERVER = fileURLToPath(new URL("../../mcp/src/testing/odd-server.program.ts", import.meta.url));

const INFO = { name: "late", version: "1" };

let folder: string;
let laterOnFile: string;
let server: ServeFixture;

function tool(name: string): object {
  return { name, inputSchema: { type: "object", properties: {} } };
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "wield-late-"));
  laterOnFile = join(folder, "later");
  const script = JSON.stringify({ pages: [[tool("work")]], laterTools: [tool("late")], laterOnFile });
  server = await serveFixture("auto", {
    mcp: { servers: { odd: { command: process.execPath, args: [ODD_SERVER, script], sandbox: false } } },
    tools: { enabled: ["mcp__odd__*"] },
  });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

interface Listed {
  readonly tools: readonly { readonly name: string }[];
}

test("every client that listens is told, in each revision, and sees them then", async () => {
  const told: Promise<void>[] = [];
  const listens = (): { tools: { onChanged: () => void; autoRefresh: false; debounceMs: number } } => {
    const { promise, resolve } = Promise.withResolvers<void>();
    told.push(promise);
    return { tools: { onChanged: resolve, autoRefresh: false, debounceMs: 0 } };
  };
  const requestInit = { headers: { authorization: `Bearer ${server.token}` } };
  const old = new ClientV1(INFO, { listChanged: listens() });
  await old.connect(new TransportV1(server.url, { requestInit }));
  const [handshake, newest] = ["legacy" as const, { pin: "2026-07-28" }].map(
    (mode) => new ClientV2(INFO, { versionNegotiation: { mode }, listChanged: listens() }),
  );
  await handshake?.connect(new TransportV2(server.url, { requestInit }));
  await newest?.connect(new TransportV2(server.url, { requestInit }));

  const lists = async (): Promise<readonly (readonly string[])[]> => {
    const all = (await Promise.all([
      old.listTools(),
      handshake?.listTools(),
      newest?.listTools(),
    ])) as readonly Listed[];
    return all.map(({ tools }) => tools.map(({ name }) => name).filter((name) => name.startsWith("mcp__")));
  };
  expect(await lists()).toEqual([["mcp__odd__work"], ["mcp__odd__work"], ["mcp__odd__work"]]);
  writeFileSync(laterOnFile, "now");
  await Promise.all(told);
  expect(await lists()).toEqual([["mcp__odd__late"], ["mcp__odd__late"], ["mcp__odd__late"]]);
  await Promise.all([old.close(), handshake?.close(), newest?.close()]);
});
