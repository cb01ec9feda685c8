// Prevents: a client that is told less than a model, or other things than what a call then does; a wrong call that
// breaks the session; structured content without the text that several clients show alone.
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type FixturePlaces, makePlaces } from "../testing/fixture-places.ts";
import { CLIENTS, type TestClient } from "../testing/test-client.ts";
import { textOf } from "../testing/text-of.ts";

const ODD_SERVER = fileURLToPath(new URL("../testing/odd-server.program.ts", import.meta.url));

describe.each(CLIENTS)("%s", (_name, start) => {
  let places: FixturePlaces;
  let client: TestClient;
  let toolsChanged = (): void => {};

  beforeAll(async () => {
    places = await makePlaces({ "w/a.txt": "hi\n" });
    client = await start(
      { home: places.home, cwd: places.workspace },
      { onToolsChanged: () => toolsChanged() },
    );
  });
  afterAll(async () => {
    await client[Symbol.asyncDispose]();
    await places[Symbol.asyncDispose]();
  });

  test("the tools are listed with all that is known of them", async () => {
    const tools = await client.listTools();
    const byName = new Map(tools.map((tool) => [tool.name, tool]));
    for (const name of ["edit_file", "give_image", "inspect_tool", "read_file", "write_file"])
      expect([...byName.keys()]).toContain(name);
    for (const name of ["ask_user", "read_output"]) expect([...byName.keys()]).not.toContain(name);
    expect([...byName.keys()]).toEqual([...byName.keys()].toSorted());
    const read = byName.get("read_file");
    expect(read).toMatchObject({
      title: "read file",
      inputSchema: { type: "object", additionalProperties: false, required: ["path"] },
      outputSchema: { type: "object", properties: { text: { type: "string" }, path: { type: "string" } } },
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    });
    expect(read?.outputSchema?.["required"]).toContain("text");
    expect(byName.get("edit_file")?.annotations).toMatchObject({
      readOnlyHint: false,
      destructiveHint: false,
    });
    expect(byName.get("start_child")?.annotations).toMatchObject({
      readOnlyHint: false,
      destructiveHint: true,
    });
    expect(byName.get("edit_file")?.annotations?.idempotentHint).toBeUndefined();
    expect(byName.get("give_image")?.description).toBe(
      "Answers with a small picture.\n\nUse it to see whether pictures arrive.",
    );
    expect(client.instructions()).toContain('else "w"');
    expect(client.instructions()).toContain("out_");
  });

  test("X-010: a wrong call is answered, not thrown", async () => {
    for (const [tool, input, said] of [
      ["nope", {}, "nope"],
      ["ask_user", {}, "ask_user"],
      ["read_file", {}, "path"],
      ["read_file", { path: 5 }, "path"],
      ["read_file", { path: "" }, "path"],
      ["read_file", { path: "a.txt", pth: 1 }, "pth"],
      ["read_file", { path: "b.txt" }, "b.txt"],
    ] as const) {
      const result = await client.call(tool, input);
      expect(result.isError, `${tool} ${JSON.stringify(input)}`).toBe(true);
      expect(textOf(result)).toContain(said);
    }
    const good = await client.call("read_file", { path: "a.txt" });
    expect(good.isError).toBeUndefined();
    const text = "a.txt — lines 1-1 of 1\n\nhi\n";
    expect(good.content).toEqual([{ type: "text", text }]);
    expect(good.structuredContent).toEqual({
      text,
      path: "a.txt",
      first_line: 1,
      last_line: 1,
      total_lines: 1,
    });
  });

  test("a call without arguments runs, and a picture arrives as one", async () => {
    const { content } = await client.call("give_image");
    expect(content).toMatchObject([
      { type: "text", text: "a picture" },
      { type: "image", mimeType: "image/png" },
    ]);
  });

  test("what was cut can be read with a tool that the client is told of then", async () => {
    const { promise: changed, resolve } = Promise.withResolvers<void>();
    toolsChanged = resolve;
    expect((await client.listTools()).some((tool) => tool.name === "read_output")).toBe(false);
    const cut = textOf(await client.call("give_much", { characters: 100_000 }));
    expect(cut.length).toBeLessThan(31_000);
    await changed;
    const locator = /out_[a-z0-9]+/.exec(cut)?.[0];
    expect((await client.listTools()).some((tool) => tool.name === "read_output")).toBe(true);
    const page = await client.call("read_output", { output: locator });
    expect(textOf(page)).toContain("xxxx");
    expect(page.isError).toBeUndefined();
  });

  test("X-010: with mcp.structured off neither schema nor structured content is sent", async () => {
    await using plainPlaces = await makePlaces({
      "w/a.txt": "hi\n",
      "home/config.yaml": "mcp: {structured: off}\n",
    });
    await using plain = await start({ home: plainPlaces.home, cwd: plainPlaces.workspace });
    const tools = await plain.listTools();
    expect(tools.filter((tool) => tool.outputSchema !== undefined)).toEqual([]);
    const good = await plain.call("read_file", { path: "a.txt" });
    expect(textOf(good)).toContain("hi");
    expect(good.structuredContent).toBeUndefined();
  });

  test("tools of other servers are passed on only where a pattern names them", async () => {
    const tool = (name: string) => ({ name, inputSchema: { type: "object", properties: {} } });
    const script = JSON.stringify({ pages: [[tool("work"), tool("other")]], answers: { work: "echo" } });
    const servers = { odd: { command: process.execPath, args: [ODD_SERVER, script], sandbox: false } };
    const written = (enabled: readonly string[]): string =>
      JSON.stringify({ mcp: { servers }, tools: { enabled, approval_mode: "auto" } });
    await using named = await makePlaces({ "home/config.yaml": written(["mcp__odd__w*"]) });
    await using passing = await start({ home: named.home, cwd: named.workspace });
    const names = (await passing.listTools()).map(({ name }) => name);
    expect(names.filter((name) => name.startsWith("mcp__"))).toEqual(["mcp__odd__work"]);
    expect(textOf(await passing.call("mcp__odd__work", { a: 1 }))).toContain('{"a":1}');
    expect(textOf(await passing.call("mcp__odd__other"))).toContain("not offered over MCP");
    await using unnamed = await makePlaces({ "home/config.yaml": written([]) });
    await using without = await start({ home: unnamed.home, cwd: unnamed.workspace });
    expect((await without.listTools()).some(({ name }) => name.startsWith("mcp__"))).toBe(false);
  });
});
