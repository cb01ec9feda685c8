// Prevents: a folder that brings along what runs before it is trusted, or loosens what its person has set.
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { temporaryPlaces } from "./testing/temporary-places.ts";
import { activeTools, CALLER, callTool, standIn, testRuntimes, toolSource } from "./testing/test-runtimes.ts";

const { open, closeAll } = testRuntimes();

afterEach(closeAll);

test("C-025: what is switched off is refused by name with the same reason for every caller", async () => {
  const places = temporaryPlaces();
  places.write("home/config.yaml", "tools: {disabled: [write_file], toolset: all}\n");
  const runtime = await open(places);
  const messages = new Set<string>();
  for (const caller of ["agent", "subagent", "cli", "mcp", "http", "code"] as const) {
    const outcome = await callTool(runtime, "write_file", { input: { path: "x", content: "y" }, caller });
    expect(outcome).toMatchObject({ status: "denied", code: "policy_denied" });
    if (outcome.status !== "ok") messages.add(`${outcome.message} ${outcome.hint}`);
    expect(activeTools(runtime, { caller })).not.toContain("write_file");
  }
  expect(messages.size).toBe(1);
  expect(existsSync(join(places.workspace, "x"))).toBe(false);
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

  const before = await open(places, { extraTools, replaceTools: true });
  expect(before.trust).toEqual({ kind: "waiting", files: ["config.yaml", "tools/ours.ts"] });
  expect(before.notices).toEqual([
    {
      kind: "waiting_for_trust",
      text: `${places.workspace}/.wield is waiting for trust, and nothing of it is used: config.yaml, tools/ours.ts`,
    },
  ]);
  expect(activeTools(before)).not.toContain("ours");
  expect(await callTool(before, "read_file", { input: { path: ".env" } })).toMatchObject({ status: "ok" });

  expect(await before.trustWorkspace()).toMatchObject({ ok: true });
  const after = await open(places, { extraTools, replaceTools: true });
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
  expect(await callTool(after, "terminal")).toMatchObject({ status: "denied", code: "approval_unavailable" });
  expect(
    await callTool(after, "write_file", { input: { path: join(further, "y"), content: "" } }),
  ).toMatchObject({
    code: "policy_denied",
  });
  expect(await callTool(after, "read_file", { input: { path: ".env" } })).toMatchObject({
    status: "denied",
    code: "policy_denied",
  });
  expect(await callTool(after, "ours")).toMatchObject({ status: "ok" });

  writeFileSync(join(places.workspace, ".wield/tools/_helper.ts"), "// new\n");
  const changed = await open(places, { extraTools, replaceTools: true });
  expect(changed.trust.kind).toBe("waiting");
  expect(activeTools(changed)).not.toContain("ours");
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
  for (const surface of ["telegram", "terminal"] as const) {
    expect(await callTool(await open(places), "write_file", { input, surface })).toMatchObject({
      code: "approval_unavailable",
    });
  }

  const strict = temporaryPlaces();
  strict.write("home/config.yaml", "tools: {approval_mode: deny}\n");
  strict.write("work/.wield/config.yaml", "tools: {approval_mode: auto}\n");
  await (await open(strict)).trustWorkspace();
  expect(await callTool(await open(strict), "write_file", { input })).toMatchObject({
    code: "policy_denied",
  });
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

test("an answer `always` holds in the next process and in no other workspace", async () => {
  const places = temporaryPlaces();
  places.write("home/config.yaml", "tools: {approval_mode: prompt}\n");
  const runtime = await open(places);
  const asker = {
    surface: "terminal" as const,
    ask: async () => ({ choice: "always" as const, by: "me", surface: "terminal" as const, at: 1 }),
  };
  const input = { path: "x.txt", content: "x" };
  expect(await callTool(runtime, "write_file", { input, askers: [asker] })).toMatchObject({ status: "ok" });
  rmSync(join(places.workspace, "x.txt"));
  expect(await callTool(await open(places), "write_file", { input })).toMatchObject({ status: "ok" });
  const elsewhere = await open({ ...places, workspace: temporaryPlaces().workspace });
  expect(await callTool(elsewhere, "write_file", { input })).toMatchObject({ code: "approval_unavailable" });
});

test("no tool reads or changes what Wield keeps in its home, also when that lies in the workspace", async () => {
  const places = temporaryPlaces();
  const runtime = await open({ ...places, workspace: places.root });
  await callTool(runtime, "write_file", { input: { path: "work/a.txt", content: "x" } });
  const outcome = await callTool(runtime, "read_file", { input: { path: "home/wield.db" } });
  expect(outcome).toMatchObject({ status: "denied", code: "policy_denied" });
  expect(
    await callTool(runtime, "write_file", { input: { path: "home/config.yaml", content: "tools: {}" } }),
  ).toMatchObject({ status: "denied" });
});

test("secrets of the environment are masked in what a tool gives", async () => {
  const places = temporaryPlaces();
  writeFileSync(join(places.workspace, "a.txt"), "the key is abcdef-123456 and the host db.example.org\n");
  const env = { OPENAI_API_KEY: "abcdef-123456", DS_POSTGRES_X__HOST: "db.example.org" };
  const outcome = await callTool(await open(places, { env }), "read_file", { input: { path: "a.txt" } });
  expect(outcome.status === "ok" ? outcome.text : "").toContain(
    "the key is [OPENAI_API_KEY] and the host db.example.org",
  );
});
