// Prevents: a Wield that starts with other settings than its person has written down, or not at all.
import { createHash } from "node:crypto";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { temporaryPlaces } from "./testing/temporary-places.ts";
import { CALLER, callTool, testRuntimes } from "./testing/test-runtimes.ts";

const { open, refusal, closeAll } = testRuntimes();

afterEach(closeAll);

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
  expect(await callTool(runtime, "read_file", { input: { path: "a.txt" } })).toMatchObject({ status: "ok" });
  expect(existsSync(places.home)).toBe(true);
});

test("what a change replaced is kept where another runtime of the same home finds it", async () => {
  const places = temporaryPlaces();
  writeFileSync(join(places.workspace, "a.txt"), "old\n");
  const runtime = await open(places);
  await callTool(runtime, "read_file", { input: { path: "a.txt" } });
  expect(await callTool(runtime, "write_file", { input: { path: "a.txt", content: "new\n" } })).toMatchObject(
    {
      status: "ok",
    },
  );
  const other = await open(places);
  expect(await other.store.undo.list(places.workspace)).toHaveLength(1);
});

test("C-027: a wrong mode stops the start with file, line, value and what is allowed", async () => {
  const places = temporaryPlaces();
  const file = places.write("home/config.yaml", "tools:\n  approval_mode: confrim\n");
  expect(await refusal(places)).toBe(
    `${file}:2: tools.approval_mode is "confrim"; allowed: auto, prompt, deny`,
  );
  expect(existsSync(join(places.home, "journal"))).toBe(false);
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

test("messages go where the embedder says, from the level that is set", async () => {
  const places = temporaryPlaces();
  const key = createHash("sha256").update(places.workspace).digest("hex").slice(0, 16);
  places.write(`home/rules/${key}/0123456789abcdef.json`, "not a rule");
  const linesAt = async (level: string): Promise<string[]> => {
    const lines: string[] = [];
    const log = (of: string, message: string) => void lines.push(`${of} ${message}`);
    const runtime = await open(places, { log, env: { WIELD_LOG_LEVEL: level } });
    const origin = runtime.settings.all.find(({ name }) => name === "log.level")?.origin;
    expect(origin).toBe(level === "" ? "default" : "environment WIELD_LOG_LEVEL");
    return lines;
  };
  expect(await linesAt("")).toEqual([expect.stringMatching(/^warn the saved rule .* cannot be read/)]);
  expect(await linesAt("error")).toEqual([]);
});

test("records that cannot be read are told, loosen nothing, and do not stop the start", async () => {
  const places = temporaryPlaces();
  const key = createHash("sha256").update(places.workspace).digest("hex").slice(0, 16);
  places.write(`home/rules/${key}`, "a file where a folder belongs");
  places.write(`home/trust/${key}.json/x`, "a folder where a file belongs");
  places.write("home/outputs", "a file where a folder belongs");
  places.write("work/.wield/config.yaml", "tools: {approval_mode: deny}\n");
  const runtime = await open(places);
  expect(runtime.trust.kind).toBe("waiting");
  const told = runtime.notices.filter(({ kind }) => kind === "store").map(({ text }) => text);
  expect(told).toHaveLength(3);
  expect(told.join("\n")).toMatch(
    /is trusted cannot be read, so it is not.*\n.*saved rules.*\n.*stored outputs/,
  );
});

test("nothing of a fresh workspace is written to", async () => {
  const places = temporaryPlaces();
  await open(places);
  expect(existsSync(join(places.workspace, ".wield"))).toBe(false);
});
