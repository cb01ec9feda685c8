// Prevents: fields of a server's entry that are read and then change nothing.
import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";
import { temporaryPlaces } from "../testing/temporary-places.ts";
import { activeTools, callTool, testRuntimes } from "../testing/test-runtimes.ts";

const { open, closeAll } = testRuntimes();

afterEach(closeAll);

const ODD = fileURLToPath(new URL("../../../mcp/src/testing/odd-server.program.ts", import.meta.url));

function tool(name: string, extras: object = {}): object {
  return { name, inputSchema: { type: "object", properties: {} }, ...extras };
}

const SCRIPT = {
  pages: [[tool("read_one", { annotations: { readOnlyHint: true } }), tool("delete_one"), tool("wait")]],
  answers: { read_one: "echo", delete_one: "echo" },
  silentTools: ["wait"],
  resources: [{ uri: "x://one" }],
};

async function openWith(fields: object, tools: object = { approval_mode: "auto", toolset: "all" }) {
  const places = temporaryPlaces();
  const server = {
    command: process.execPath,
    args: [ODD, JSON.stringify(SCRIPT)],
    sandbox: false,
    ...fields,
  };
  places.write("home/config.yaml", JSON.stringify({ tools, mcp: { servers: { odd: server } } }));
  const runtime = await open(places);
  await runtime.mcp.start(30_000);
  return runtime;
}

function foreign(names: readonly string[]): readonly string[] {
  return names.filter((name) => name.startsWith("mcp__"));
}

test("include and exclude choose by the server's own names", async () => {
  const runtime = await openWith({ include: ["*_one"], exclude: ["delete_*"] });
  expect(foreign(activeTools(runtime))).toEqual(["mcp__odd__read_one"]);
  expect(await callTool(runtime, "mcp__odd__delete_one")).toMatchObject({ code: "not_found" });
});

test("a call that passes the server's own limit is told as that, and cancelled there", async () => {
  const runtime = await openWith({ timeout: 0.2 });
  expect(await callTool(runtime, "mcp__odd__wait")).toMatchObject({ status: "failed", code: "timeout" });
  await expect
    .poll(() => runtime.mcp.status()[0]?.lastWords, { timeout: 60_000 })
    .toContain("cancelled was told");
  expect(await callTool(runtime, "mcp__odd__read_one", { input: { a: 1 } })).toMatchObject({ status: "ok" });
});

test("a hint is believed only where that is said, and a call that may change something is asked about", async () => {
  const careful = await openWith({}, { approval_mode: "prompt", toolset: "all" });
  expect(await callTool(careful, "mcp__odd__read_one")).toMatchObject({ code: "approval_unavailable" });
  const trusting = await openWith({ trust_hints: true }, { approval_mode: "prompt", toolset: "all" });
  expect(await callTool(trusting, "mcp__odd__read_one")).toMatchObject({ status: "ok" });
  expect(await callTool(trusting, "mcp__odd__delete_one")).toMatchObject({ code: "approval_unavailable" });
});

test("its tools join the sets it names besides all, and no other", async () => {
  const runtime = await openWith({ toolsets: ["research"] }, { toolset: "coding" });
  expect(foreign(activeTools(runtime))).toEqual([]);
  expect(foreign(activeTools(runtime, { sessionId: "ses_two", toolset: "research" }))).toHaveLength(3);
  expect(foreign(activeTools(runtime, { sessionId: "ses_three", toolset: "all" }))).toHaveLength(3);
});

test("resources: false keeps them from mcp_resource, and a rule by name holds its tools", async () => {
  const runtime = await openWith(
    { resources: false },
    { toolset: "all", rules: [{ tool: "mcp__odd__delete_*", action: "deny" }] },
  );
  expect(activeTools(runtime)).not.toContain("mcp_resource");
  expect(await callTool(runtime, "mcp__odd__delete_one")).toMatchObject({ code: "policy_denied" });
  const offering = await openWith({});
  expect(await callTool(offering, "mcp_resource", { input: { action: "list" } })).toMatchObject({
    text: expect.stringContaining("- odd x://one"),
  });
});
