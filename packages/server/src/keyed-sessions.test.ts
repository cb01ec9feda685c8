// Prevents: clients of the newest revision that lose their shell, list and results with every request although they
// said which requests belong together, or that get those of another.
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rawPost } from "./testing/raw-post.ts";
import { type ServeFixture, serveFixture } from "./testing/serve-fixture.ts";

let server: ServeFixture;

beforeAll(async () => {
  server = await serveFixture("auto");
});
afterAll(() => server[Symbol.asyncDispose]());

interface Caller extends AsyncDisposable {
  call(name: string, input: Record<string, unknown>): Promise<string>;
}

async function start(key?: string): Promise<Caller> {
  const headers = {
    authorization: `Bearer ${server.token}`,
    ...(key === undefined ? {} : { "wield-session": key }),
  };
  const client = new Client(
    { name: "newest", version: "1" },
    { versionNegotiation: { mode: { pin: "2026-07-28" } } },
  );
  await client.connect(new StreamableHTTPClientTransport(server.url, { requestInit: { headers } }));
  return {
    call: async (name, input) => {
      const { content } = await client.callTool({ name, arguments: input });
      return (content as readonly { readonly text?: string }[]).map(({ text = "" }) => text).join("\n");
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}

const MINE = "an-editor-of-mine-0001";

test("with a key the shell, the list and stored results stay between requests; another key has its own", async () => {
  await using mine = await start(MINE);
  await using again = await start(MINE);
  await using other = await start("an-editor-of-mine-0002");
  await using none = await start();
  await mine.call("terminal", { command: "KEPT=yes" });
  const ask = { command: 'echo "kept: $KEPT"' };
  expect(await again.call("terminal", ask)).toContain("kept: yes");
  expect(await other.call("terminal", ask)).not.toContain("kept: yes");
  expect(await none.call("terminal", ask)).not.toContain("kept: yes");
  await mine.call("todo", { action: "write", items: [{ content: "count the sheep", status: "pending" }] });
  expect(await again.call("todo", { action: "read" })).toContain("count the sheep");
  expect(await other.call("todo", { action: "read" })).not.toContain("count the sheep");
  const cut = await mine.call("terminal", { command: "seq 1 40000" });
  const output = /out_[A-Za-z0-9]+/.exec(cut)?.[0] ?? "";
  expect(await again.call("read_output", { output })).toMatch(/\d/);
  expect(await other.call("read_output", { output })).not.toMatch(/^39\d\d\d$/m);
});

test("a key that is short or odd is refused with what is allowed", async () => {
  for (const key of ["short", "x".repeat(129), "with blanks in it, which are not allowed"]) {
    const refused = await rawPost(
      server,
      {
        jsonrpc: "2.0",
        id: 1,
        method: "tools/list",
        params: {
          _meta: {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1" },
            "io.modelcontextprotocol/clientCapabilities": {},
          },
        },
      },
      { headers: { "wield-session": key, "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/list" } },
    );
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain("16 to 128");
  }
});
