// Prevents: a client that is told less than a model, or other things than what a call then does; a wrong call that
// breaks the session; structured content without the text that several clients show alone.
import { expect, test } from "vitest";
import { makePlaces } from "../testing/fixture-places.ts";
import { CLIENTS } from "../testing/test-client.ts";

for (const [name, start] of CLIENTS) {
  test(`the tools are listed with all that is known of them (${name})`, async () => {
    await using places = await makePlaces();
    await using client = await start({ home: places.home, cwd: places.workspace });
    const tools = await client.listTools();
    expect(tools.map((tool) => tool.name)).toEqual([
      "edit_file",
      "give_image",
      "give_much",
      "inspect_tool",
      "print_things",
      "read_file",
      "start_child",
      "wait_here",
      "write_file",
    ]);
    const byName = new Map(tools.map((tool) => [tool.name, tool]));
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

  test(`X-010: a wrong call is answered, not thrown (${name})`, async () => {
    await using places = await makePlaces({ "w/a.txt": "hi\n" });
    await using client = await start({ home: places.home, cwd: places.workspace });
    await client.listTools();
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

  test(`X-010: with mcp.structured off neither schema nor structured content is sent (${name})`, async () => {
    await using places = await makePlaces({
      "w/a.txt": "hi\n",
      "home/config.yaml": "mcp: {structured: off}\n",
    });
    await using client = await start({ home: places.home, cwd: places.workspace });
    const tools = await client.listTools();
    expect(tools.filter((tool) => tool.outputSchema !== undefined)).toEqual([]);
    const good = await client.call("read_file", { path: "a.txt" });
    expect(textOf(good)).toContain("hi");
    expect(good.structuredContent).toBeUndefined();
  });

  test(`a call without arguments runs, and a picture arrives as one (${name})`, async () => {
    await using places = await makePlaces();
    await using client = await start({ home: places.home, cwd: places.workspace });
    const { content } = await client.call("give_image");
    expect(content).toMatchObject([
      { type: "text", text: "a picture" },
      { type: "image", mimeType: "image/png" },
    ]);
  });

  test(`what was cut can be read with a tool that the client is told of then (${name})`, async () => {
    await using places = await makePlaces();
    const { promise: changed, resolve } = Promise.withResolvers<void>();
    await using client = await start(
      { home: places.home, cwd: places.workspace },
      { onToolsChanged: resolve },
    );
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
}

function textOf(result: { content: readonly { type: string }[] }): string {
  return result.content.map((part) => ("text" in part ? String(part.text) : "")).join("\n");
}
