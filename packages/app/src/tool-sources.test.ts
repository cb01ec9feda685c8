// Prevents: a tool that is silently absent, taken from the wrong place, or offered where it was left out.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { defineTool, ok } from "@wield/core";
import { afterEach, expect, test } from "vitest";
import { temporaryPlaces } from "./testing/temporary-places.ts";
import { activeTools, callTool, standIn, testRuntimes, toolSource } from "./testing/test-runtimes.ts";

const { open, refusal, closeAll } = testRuntimes();

afterEach(closeAll);

test("C-014: tool files that give no tool are named in the notices and all others work", async () => {
  const places = temporaryPlaces();
  places.write("home/tools/broken.ts", "export default {{;");
  places.write("home/tools/half.ts", "export const x = 1;");
  places.write("home/tools/hi.ts", toolSource("hi"));
  const runtime = await open(places);
  expect(
    runtime.notices.map(({ kind, text }) => [kind, text.replace(`${places.home}/tools/`, "").slice(0, 30)]),
  ).toEqual([
    ["tool_file", expect.stringContaining("tool file broken.ts: SyntaxErr")],
    ["tool_file", expect.stringContaining("tool file half.ts: has no defa")],
  ]);
  expect(await callTool(runtime, "hi")).toMatchObject({ status: "ok", text: "hi" });
});

test("C-029: a result made by another copy of the library counts", async () => {
  const places = temporaryPlaces();
  places.write("package.json", '{"type":"commonjs"}');
  places.write(
    "home/tools/hi.ts",
    toolSource(
      "hi",
      "Object.defineProperty({ok:true,status:'ok',text:'copy'}, Symbol.for('wield.result'), {value:true})",
    ),
  );
  expect(await callTool(await open(places), "hi")).toMatchObject({ status: "ok", text: "copy" });
});

test("C-015: two tools of one name stop the start and name both places; replace lets the second win", async () => {
  const places = temporaryPlaces();
  places.write("home/tools/a.ts", toolSource("word_count", "ok('a')"));
  places.write("home/tools/b.ts", toolSource("word_count", "ok('b')"));
  const message = await refusal(places);
  expect(message).toContain(join(places.home, "tools/a.ts"));
  expect(message).toContain(join(places.home, "tools/b.ts"));
  places.write("home/config.yaml", "tools: {replace: [word_count]}\n");
  const runtime = await open(places);
  expect(await callTool(runtime, "word_count")).toMatchObject({ text: "b" });
  expect(runtime.registry.list().filter(({ tool }) => tool.name === "word_count")).toHaveLength(1);
  expect(runtime.registry.get("word_count")).toMatchObject({ replaces: join(places.home, "tools/a.ts") });
});

test("C-015: a built-in name is taken, also when only one other tool was asked for", async () => {
  const places = temporaryPlaces();
  const file = places.write("home/tools/edit.ts", toolSource("edit_file"));
  for (const more of [{}, { onlyTools: ["read_file"] }]) {
    expect(await refusal(places, more)).toContain(`two tools are named "edit_file": built in and ${file}`);
  }
  places.write("home/config.yaml", "tools: {replace: [edit_file]}\n");
  expect(await callTool(await open(places, { onlyTools: ["read_file"] }), "edit_file")).toMatchObject({
    text: "hi",
  });
});

test("an embedder's tool replaces when told to, and is refused otherwise", async () => {
  const places = temporaryPlaces();
  const extraTools = [standIn("read_file")];
  expect(await refusal(places, { extraTools })).toContain("built in and embedder");
  const runtime = await open(places, { extraTools, replaceTools: true });
  expect(runtime.registry.get("read_file")).toMatchObject({ source: "embedder", replaces: "built in" });
});

test("only the tools asked for are loaded, and no name is called unknown for that", async () => {
  const places = temporaryPlaces();
  places.write("home/config.yaml", "tools: {disabled: [edit_file]}\n");
  const runtime = await open(places, { onlyTools: ["read_file"] });
  expect(runtime.registry.list().map(({ tool }) => tool.name)).toEqual(["read_file"]);
  expect(runtime.notices).toEqual([]);
});

test("C-022: minimal offers its tools with inspect_tool, and read_output once something was stored", async () => {
  const places = temporaryPlaces();
  places.write("home/config.yaml", "tools: {toolset: minimal, max_output_chars: 1000}\n");
  writeFileSync(join(places.workspace, "long.txt"), "x".repeat(5000));
  const long = defineTool({
    name: "todo",
    description: "Gives a long text.",
    input: { type: "object", properties: {} },
    mutates: false,
    run: () => ok("line\n".repeat(1000)),
  });
  const runtime = await open(places, { extraTools: [long], replaceTools: true });
  expect(activeTools(runtime)).toEqual(expect.arrayContaining(["inspect_tool", "read_file"]));
  expect(activeTools(runtime)).not.toContain("read_output");
  expect(activeTools(runtime)).not.toContain("write_file");
  await callTool(runtime, "todo", { caller: "agent" });
  expect(activeTools(runtime)).toContain("read_output");
  expect(activeTools(runtime, { sessionId: "ses_other" })).not.toContain("read_output");
});

test("what the command line stored earlier can be read by a later process", async () => {
  const places = temporaryPlaces();
  const first = await open(places);
  const sessionId = first.store.commandLineSession(places.workspace);
  await first.store.outputs.save({
    sessionId,
    callId: "call_1",
    tool: "x",
    text: "y",
    isPartial: false,
    origins: [],
    at: 1,
  });
  expect(activeTools(await open(places), { sessionId })).toContain("read_output");
});

test("C-024: a misspelt toolset stops the start, a misspelt tool is warned about with its place", async () => {
  const places = temporaryPlaces();
  const file = places.write("home/config.yaml", "tools:\n  toolset: codign\n");
  expect(await refusal(places)).toBe(
    `${file}:2: unknown toolset "codign"; did you mean "coding"? (known: all, browser, coding, default, minimal, notebook, research)`,
  );
  places.write(
    "home/config.yaml",
    "tools:\n  disabled: [read_fil]\n  enabled: [Edit_fil]\n  timeouts: {read_fle: 5}\n  rules: [{tool: write_fil, action: deny}]\n",
  );
  expect((await open(places)).notices.map(({ text }) => text)).toEqual([
    `${file}:3: tools.enabled[0]: no tool is called "Edit_fil"; did you mean "edit_file"?`,
    `${file}:2: tools.disabled[0]: no tool is called "read_fil"; did you mean "read_file"?`,
    `${file}:4: tools.timeouts.read_fle: no tool is called "read_fle"; did you mean "read_file"?`,
    `${file}:5: tools.rules[0].tool: no tool is called "write_fil"; did you mean "write_file"?`,
  ]);
});

test("an internal tool runs for the command line on the terminal and is there for nobody else", async () => {
  const places = temporaryPlaces();
  const runtime = await open(places, { internalTools: [standIn("undo_call")] });
  expect(activeTools(runtime)).not.toContain("undo_call");
  expect(await callTool(runtime, "undo_call", { caller: "cli" })).toMatchObject({ status: "ok" });
  expect(await callTool(runtime, "undo_call", { caller: "agent" })).toMatchObject({ code: "not_found" });
});
