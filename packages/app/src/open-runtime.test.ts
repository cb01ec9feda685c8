// Prevents: a Wield that starts with other settings, tools or permissions than its person has written down, or that
// loads what a folder brings along before it is trusted.
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CallOutcome, defineTool, ok, type Outcome, type ToolDefinition } from "@wield/core";
import { afterEach, expect, test } from "vitest";
import { openRuntime } from "./open-runtime.ts";
import type { ConversationOptions, Runtime, RuntimeOptions } from "./runtime.ts";
import { temporaryPlaces, type TemporaryPlaces } from "./testing/temporary-places.ts";

const opened: Runtime[] = [];

afterEach(async () => {
  for (const runtime of opened.splice(0)) await runtime.close();
});

function optionsFor(places: TemporaryPlaces, more: Partial<RuntimeOptions> = {}): RuntimeOptions {
  const { env, ...rest } = more;
  return {
    cwd: places.workspace,
    env: { HOME: places.root, WIELD_HOME: places.home, ...env },
    surface: "terminal",
    ...rest,
  };
}

async function attempt(
  places: TemporaryPlaces,
  more: Partial<RuntimeOptions> = {},
): Promise<Outcome<Runtime>> {
  const answer = await openRuntime(optionsFor(places, more));
  if (answer.ok) opened.push(answer.value);
  return answer;
}

async function open(places: TemporaryPlaces, more: Partial<RuntimeOptions> = {}): Promise<Runtime> {
  const answer = await attempt(places, more);
  if (!answer.ok) throw new Error(answer.message);
  return answer.value;
}

async function refusal(places: TemporaryPlaces, more: Partial<RuntimeOptions> = {}): Promise<string> {
  const answer = await attempt(places, more);
  if (answer.ok) throw new Error("it started");
  expect(answer.code).toBe("configuration_error");
  return answer.message;
}

const CALLER: ConversationOptions = { sessionId: "ses_test", caller: "test", surface: "terminal" };

function call(
  runtime: Runtime,
  tool: string,
  input: object,
  more: Partial<ConversationOptions> = {},
): Promise<CallOutcome> {
  const conversation = runtime.conversation({ ...CALLER, ...more }).snapshot();
  return runtime.pipeline.call({ tool, input: JSON.stringify(input) }, conversation);
}

const active = (runtime: Runtime, more: Partial<ConversationOptions> = {}): string[] => [
  ...runtime
    .conversation({ ...CALLER, ...more })
    .snapshot()
    .tools.active.keys(),
];

const texts = (runtime: Runtime): string[] => runtime.notices.map(({ text }) => text);

const toolSource = (name: string, body = "ok('hi')") => `
import { defineTool, ok } from "wield";
import { z } from "zod";
export default defineTool({
  name: "${name}", description: "Says hi to whoever asks.", input: z.strictObject({}), mutates: false,
  run: () => ${body},
});
`;

/** Stands in for a tool that is not here: counts as running a command. */
function standIn(name: string): ToolDefinition {
  return defineTool({
    name,
    description: "Stands in for a tool that runs commands.",
    input: { type: "object", properties: { command: { type: "string", description: "What to run." } } },
    mutates: true,
    effects: () => [{ kind: "run", command: "ls" }],
    run: () => ok("ran"),
  });
}

test("an empty home and an empty workspace give a working Wield, and the home is made", async () => {
  const places = temporaryPlaces();
  rmSync(places.home, { recursive: true });
  writeFileSync(join(places.workspace, "a.txt"), "hello\n");
  const runtime = await open(places);
  expect(runtime).toMatchObject({
    home: places.home,
    workspaceRoot: places.workspace,
    workspaceName: "work",
    notices: [],
  });
  expect(await call(runtime, "read_file", { path: "a.txt" })).toMatchObject({ status: "ok" });
  expect(existsSync(places.home)).toBe(true);
});

test("a change is in the journal, its old content can be taken back, and a second process sees both", async () => {
  const places = temporaryPlaces();
  writeFileSync(join(places.workspace, "a.txt"), "old\n");
  const runtime = await open(places);
  await call(runtime, "read_file", { path: "a.txt" });
  expect(await call(runtime, "write_file", { path: "a.txt", content: "new\n" })).toMatchObject({
    status: "ok",
  });
  const other = await open(places);
  expect(await other.store.undo.list(places.workspace)).toHaveLength(1);
});

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
  expect(await call(runtime, "hi", {})).toMatchObject({ status: "ok", text: "hi" });
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
  expect(await call(await open(places), "hi", {})).toMatchObject({ status: "ok", text: "copy" });
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
  expect(await call(runtime, "word_count", {})).toMatchObject({ text: "b" });
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
  expect(await call(await open(places, { onlyTools: ["read_file"] }), "edit_file", {})).toMatchObject({
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
  expect(active(runtime)).toEqual(expect.arrayContaining(["inspect_tool", "read_file"]));
  expect(active(runtime)).not.toContain("read_output");
  expect(active(runtime)).not.toContain("write_file");
  await call(runtime, "todo", {}, { caller: "agent" });
  expect(active(runtime)).toContain("read_output");
  expect(active(runtime, { sessionId: "ses_other" })).not.toContain("read_output");
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
  expect(active(await open(places), { sessionId })).toContain("read_output");
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
  expect(texts(await open(places))).toEqual([
    `${file}:3: tools.enabled[0]: no tool is called "Edit_fil"; did you mean "edit_file"?`,
    `${file}:2: tools.disabled[0]: no tool is called "read_fil"; did you mean "read_file"?`,
    `${file}:4: tools.timeouts.read_fle: no tool is called "read_fle"; did you mean "read_file"?`,
    `${file}:5: tools.rules[0].tool: no tool is called "write_fil"; did you mean "write_file"?`,
  ]);
});

test("C-025: what is switched off is refused by name with the same reason for every caller", async () => {
  const places = temporaryPlaces();
  places.write("home/config.yaml", "tools: {disabled: [write_file], toolset: all}\n");
  const runtime = await open(places);
  const messages = new Set<string>();
  for (const caller of ["agent", "subagent", "cli", "mcp", "http", "code"] as const) {
    const outcome = await call(runtime, "write_file", { path: "x", content: "y" }, { caller });
    expect(outcome).toMatchObject({ status: "denied", code: "policy_denied" });
    if (outcome.status !== "ok") messages.add(`${outcome.message} ${outcome.hint}`);
    expect(active(runtime, { caller })).not.toContain("write_file");
  }
  expect(messages.size).toBe(1);
  expect(existsSync(join(places.workspace, "x"))).toBe(false);
});

test("C-027: a wrong mode stops the start with file, line, value and what is allowed", async () => {
  const places = temporaryPlaces();
  const file = places.write("home/config.yaml", "tools:\n  approval_mode: confrim\n");
  expect(await refusal(places)).toBe(
    `${file}:2: tools.approval_mode is "confrim"; allowed: auto, prompt, deny`,
  );
  expect(existsSync(join(places.home, "journal"))).toBe(false);
});

test("C-030: nothing of a workspace is used before it is trusted, then it tightens, and a change asks again", async () => {
  const places = temporaryPlaces();
  const further = join(places.root, "further");
  places.write("further/x", "");
  places.write("home/config.yaml", "tools: {approval_mode: prompt, toolset: all}\n");
  places.write(
    "work/.wield/config.yaml",
    `tools:\n  approval_mode: auto\n  rules:\n    - {tool: terminal, action: allow}\n    - {match: {path: .env}, action: deny}\nfiles: {write_roots: [${further}]}\n`,
  );
  places.write("work/.wield/tools/ours.ts", toolSource("ours"));
  places.write("work/.env", "SECRET=1\n");
  const extraTools = [standIn("terminal")];

  const before = await open(places, { extraTools });
  expect(before.trust).toEqual({ kind: "waiting", files: ["config.yaml", "tools/ours.ts"] });
  expect(before.notices).toEqual([
    {
      kind: "waiting_for_trust",
      text: `${places.workspace}/.wield is waiting for trust, and nothing of it is used: config.yaml, tools/ours.ts`,
    },
  ]);
  expect(active(before)).not.toContain("ours");
  expect(await call(before, "read_file", { path: ".env" })).toMatchObject({ status: "ok" });

  expect(await before.trustWorkspace()).toMatchObject({ ok: true });
  const after = await open(places, { extraTools });
  expect(after.trust.kind).toBe("trusted");
  expect(
    after.notices
      .map(({ kind, text }) => `${kind} ${text.split("config.yaml:")[1]?.split(" is not used")[0]}`)
      .toSorted(),
  ).toEqual([
    "value_not_used 2: tools.approval_mode",
    "value_not_used 4: tools.rules[0]",
    "value_not_used 6: files.write_roots[0]",
  ]);
  expect(await call(after, "terminal", {})).toMatchObject({ status: "denied", code: "approval_unavailable" });
  expect(await call(after, "write_file", { path: join(further, "y"), content: "" })).toMatchObject({
    code: "policy_denied",
  });
  expect(await call(after, "read_file", { path: ".env" })).toMatchObject({
    status: "denied",
    code: "policy_denied",
  });
  expect(await call(after, "ours", {})).toMatchObject({ status: "ok" });

  writeFileSync(join(places.workspace, ".wield/tools/_helper.ts"), "// new\n");
  const changed = await open(places, { extraTools });
  expect(changed.trust.kind).toBe("waiting");
  expect(active(changed)).not.toContain("ours");
});

test("trust holds for one workspace and one state, and there must be something to trust", async () => {
  const places = temporaryPlaces();
  expect(await (await open(places)).trustWorkspace()).toMatchObject({ ok: false, code: "nothing_to_trust" });
  places.write("work/.wield/tools/ours.ts", toolSource("ours"));
  await (await open(places)).trustWorkspace();
  const copy = temporaryPlaces();
  copy.write("work/.wield/tools/ours.ts", toolSource("ours"));
  const elsewhere = await open({ ...places, workspace: copy.workspace });
  expect(elsewhere.trust.kind).toBe("waiting");
});

test("the home folder as the workspace is no workspace of its own", async () => {
  const places = temporaryPlaces();
  places.write("person/.wield/tools/hi.ts", toolSource("hi"));
  const person = join(places.root, "person");
  const runtime = await open({ ...places, home: join(person, ".wield"), workspace: person });
  expect(runtime.trust.kind).toBe("nothing");
  expect(runtime.notices).toEqual([]);
  expect(runtime.registry.get("hi")).toMatchObject({ source: "person" });
});

test("R-012: the strictest of person, workspace and surface holds", async () => {
  const places = temporaryPlaces();
  places.write("work/.wield/config.yaml", "tools: {approval_mode: prompt}\n");
  await (await open(places)).trustWorkspace();
  const input = { path: "x.txt", content: "x" };
  expect(await call(await open(places), "write_file", input, { surface: "telegram" })).toMatchObject({
    code: "approval_unavailable",
  });

  const strict = temporaryPlaces();
  strict.write("home/config.yaml", "tools: {approval_mode: deny}\n");
  strict.write("work/.wield/config.yaml", "tools: {approval_mode: auto}\n");
  await (await open(strict)).trustWorkspace();
  expect(await call(await open(strict), "write_file", input)).toMatchObject({ code: "policy_denied" });
});

test("a session's own mode may be looser than the person's, never than the workspace's or the surface's", async () => {
  const places = temporaryPlaces();
  places.write("home/config.yaml", "tools: {approval_mode: deny}\n");
  const handle = (await open(places)).conversation(CALLER);
  expect(handle.snapshot().settings.approvalMode).toBe("deny");
  expect(handle.setApprovalMode("auto")).toEqual({ ok: true, value: "auto" });
  expect(handle.snapshot().settings.approvalMode).toBe("auto");
  expect(handle.setApprovalMode("sure")).toMatchObject({ code: "unknown_approval_mode" });
  expect(handle.snapshot().settings.approvalMode).toBe("auto");

  places.write("work/.wield/config.yaml", "tools: {approval_mode: prompt}\n");
  await (await open(places)).trustWorkspace();
  const runtime = await open(places);
  const bound = runtime.conversation(CALLER);
  expect(bound.setApprovalMode("auto")).toMatchObject({ ok: false, code: "approval_mode_too_loose" });
  expect(bound.snapshot().settings.approvalMode).toBe("deny");
  expect(bound.setApprovalMode("prompt")).toMatchObject({ ok: true });
  const chat = runtime.conversation({ ...CALLER, sessionId: "ses_chat", surface: "telegram" });
  expect(chat.setApprovalMode("auto")).toMatchObject({ ok: false });
});

test("a session's toolset holds for that session alone and survives a misspelt one", async () => {
  const places = temporaryPlaces();
  const runtime = await open(places);
  const handle = runtime.conversation(CALLER);
  expect(handle.setToolset("minimal")).toMatchObject({ ok: true, value: { toolset: "minimal" } });
  expect(handle.setToolset("minimall")).toMatchObject({ ok: false, code: "unknown_toolset" });
  expect(runtime.conversation(CALLER).snapshot().tools).toMatchObject({
    toolset: "minimal",
    toolsetOrigin: "session (/toolset)",
  });
  expect(runtime.conversation({ ...CALLER, sessionId: "ses_b" }).snapshot().tools.toolset).toBe("default");
});

test("a flag beats the surface's toolset, a request the flag, and /toolset the flag that was given at the start", async () => {
  const places = temporaryPlaces();
  places.write("home/config.yaml", "tools: {platform_toolsets: {terminal: research}}\n");
  const runtime = await open(places, { flags: { toolset: "coding" } });
  const handle = runtime.conversation(CALLER);
  expect(handle.snapshot().tools).toMatchObject({ toolset: "coding", toolsetOrigin: "flag --toolset" });
  expect(runtime.conversation({ ...CALLER, toolset: "browser" }).snapshot().tools.toolset).toBe("browser");
  expect(runtime.knowsToolset("browsr")).toMatchObject({ code: "unknown_toolset" });
  expect(() => runtime.conversation({ ...CALLER, toolset: "browsr" })).toThrow(/unknown toolset/);
  handle.setToolset("minimal");
  expect(handle.snapshot().tools.toolset).toBe("minimal");
});

test("an internal tool runs for the command line on the terminal and is there for nobody else", async () => {
  const places = temporaryPlaces();
  const runtime = await open(places, { internalTools: [standIn("undo_call")] });
  expect(active(runtime)).not.toContain("undo_call");
  expect(await call(runtime, "undo_call", {}, { caller: "cli" })).toMatchObject({ status: "ok" });
  expect(await call(runtime, "undo_call", {}, { caller: "agent" })).toMatchObject({ code: "not_found" });
});

test("an answer `always` holds in the next process and in no other workspace", async () => {
  const places = temporaryPlaces();
  places.write("home/config.yaml", "tools: {approval_mode: prompt}\n");
  const runtime = await open(places);
  const asker = {
    surface: "terminal" as const,
    ask: async () => ({ choice: "always" as const, by: "me", surface: "terminal" as const, at: 1 }),
  };
  const input = { path: "x.txt", content: "x" };
  expect(await call(runtime, "write_file", input, { askers: [asker] })).toMatchObject({ status: "ok" });
  rmSync(join(places.workspace, "x.txt"));
  expect(await call(await open(places), "write_file", input)).toMatchObject({ status: "ok" });
  const elsewhere = await open({ ...places, workspace: temporaryPlaces().workspace });
  expect(await call(elsewhere, "write_file", input)).toMatchObject({ code: "approval_unavailable" });
});

test("no tool reads or changes what Wield keeps in its home, also when that lies in the workspace", async () => {
  const places = temporaryPlaces();
  const runtime = await open({ ...places, workspace: places.root });
  await call(runtime, "write_file", { path: "work/a.txt", content: "x" });
  const outcome = await call(runtime, "read_file", { path: "home/wield.db" });
  expect(outcome).toMatchObject({ status: "denied", code: "policy_denied" });
  expect(await call(runtime, "write_file", { path: "home/config.yaml", content: "tools: {}" })).toMatchObject(
    { status: "denied" },
  );
});

test("secrets of the environment are masked in what a tool gives", async () => {
  const places = temporaryPlaces();
  writeFileSync(join(places.workspace, "a.txt"), "the key is abcdef-123456 and the host db.example.org\n");
  const env = { OPENAI_API_KEY: "abcdef-123456", DS_POSTGRES_X__HOST: "db.example.org" };
  const outcome = await call(await open(places, { env }), "read_file", { path: "a.txt" });
  expect(outcome.status === "ok" ? outcome.text : "").toContain(
    "the key is [OPENAI_API_KEY] and the host db.example.org",
  );
});

test("messages go where the embedder says, from the level that is set", async () => {
  const places = temporaryPlaces();
  places.write("home/rules/x", "");
  const lines: string[] = [];
  const log = (level: string, message: string) => void lines.push(`${level} ${message}`);
  const runtime = await open(places, { log, env: { WIELD_LOG_LEVEL: "error" } });
  expect(runtime.settings.all.find(({ name }) => name === "log.level")).toMatchObject({
    value: "error",
    origin: "environment WIELD_LOG_LEVEL",
  });
  expect(lines.filter((line) => !line.startsWith("error"))).toEqual([]);
});

test("nothing of a fresh workspace is written to", async () => {
  const places = temporaryPlaces();
  await open(places);
  expect(existsSync(join(places.workspace, ".wield"))).toBe(false);
});
