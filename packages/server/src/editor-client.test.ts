// Prevents: an editor over HTTP whose open folders move the workspace of a server that may be elsewhere.
import { tmpdir } from "node:os";
import { pathToFileURL } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ListRootsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { expect, test } from "vitest";
import { hasBegun, serveFixture, stopped } from "./testing/serve-fixture.ts";

test("an editor sends its folders, changes them, asks for progress and cancels; the configured workspace counts", async () => {
  await using server = await serveFixture();
  const roots = [{ uri: pathToFileURL(tmpdir()).href }];
  let asked = 0;
  const client = new Client(
    { name: "editor", version: "1" },
    { capabilities: { roots: { listChanged: true } } },
  );
  client.setRequestHandler(ListRootsRequestSchema, () => {
    asked += 1;
    return { roots };
  });
  const requestInit = { headers: { authorization: `Bearer ${server.token}` } };
  await client.connect(new StreamableHTTPClientTransport(server.url, { requestInit }));
  const read = async (): Promise<string> =>
    JSON.stringify(await client.callTool({ name: "read_file", arguments: { path: "a.txt" } }));
  expect(await read()).toContain("hi");
  roots.push({ uri: "file:///" });
  await client.sendRootsListChanged();
  expect(await read()).toContain("hi");
  const outside = await client.callTool({ name: "read_file", arguments: { path: "/etc/hostname" } });
  expect(outside.isError).toBe(true);
  expect(asked).toBe(0);

  const abort = new AbortController();
  const told: unknown[] = [];
  const running = hasBegun("edited");
  const call = client.callTool(
    { name: "echo_later", arguments: { ms: 600_000, word: "edited" } },
    undefined,
    {
      signal: abort.signal,
      onprogress: ({ message }) => told.push(message),
    },
  );
  await running;
  await expect.poll(() => told, { timeout: 60_000 }).toEqual(["begun edited"]);
  abort.abort();
  await expect(call).rejects.toThrow();
  await expect.poll(() => stopped.has("edited"), { timeout: 60_000 }).toBe(true);
  expect(await read()).toContain("hi");
  await client.close();
});
