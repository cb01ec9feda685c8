// Prevents: work that was meant for a server done on this machine, or the other way round: files, searches, commands,
// rules, instructions and what an undo puts back; a server that cannot be reached taking everything with it.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ApprovalRequest, type CallOutcome, type Asker, renderOutcome } from "@wield/core";
import { standInSsh, type StandInSsh } from "@wield/testkit";
import { afterEach, expect, test } from "vitest";
import { temporaryPlaces, type TemporaryPlaces } from "../testing/temporary-places.ts";
import { activeTools, CALLER, callTool, testRuntimes } from "../testing/test-runtimes.ts";
import type { Runtime } from "../runtime.ts";

const { open, refusal, closeAll } = testRuntimes();

afterEach(closeAll);

interface World {
  readonly places: TemporaryPlaces;
  readonly server: StandInSsh;
  start(): Promise<Runtime>;
}

function world(more = ""): World {
  const places = temporaryPlaces();
  const server = standInSsh(places.root);
  places.write(
    "home/config.yaml",
    `workspace: { backend: ssh }\nssh: { server: "deploy@web:2222", folder: ~/app }\n${more}`,
  );
  return { places, server, start: () => open(places, { env: server.env }) };
}

/** What a model reads, for the message of a failed expectation. */
const isOk = async (outcome: Promise<CallOutcome>): Promise<void> => {
  const ended = await outcome;
  expect(ended, renderOutcome(ended)).toMatchObject({ status: "ok" });
};

const said = async (outcome: Promise<CallOutcome>): Promise<string> => renderOutcome(await outcome);

test("files, searches and commands are those of the folder on the server", async () => {
  const { places, server, start } = world();
  server.write("app/src/a.txt", "needle on the server\n");
  places.write("work/src/a.txt", "needle on this machine\n");
  const runtime = await start();
  expect(await said(callTool(runtime, "read_file", { input: { path: "src/a.txt" } }))).toContain(
    "needle on the server",
  );
  expect(await said(callTool(runtime, "terminal", { input: { command: "cd src; cat a.txt; pwd" } }))).toBe(
    `needle on the server\n${server.app}/src\n`,
  );
  const again = await callTool(runtime, "terminal", { input: { command: "pwd; echo $ON_SERVER $USER" } });
  expect(again).toMatchObject({
    status: "ok",
    text: `${server.app}/src\nyes deploy\n`,
    data: { backend: "ssh", cwd: `${server.app}/src`, sandbox: { kind: "none", network: "on" } },
  });
  const outside = await callTool(runtime, "read_file", {
    input: { path: join(places.workspace, "src/a.txt") },
  });
  expect(outside).toMatchObject({ status: "denied", code: "policy_denied" });
  expect(renderOutcome(outside)).toContain(`outside the workspace (${server.app})`);
  expect(runtime.workspaceName).toBe("app");
  expect(runtime.workspaceRoot).toBe(places.workspace);
});

test("what Wield itself keeps on the server is closed there, too", async () => {
  const { server, start } = world();
  server.write(".wield/config.yaml", "secret: here\n");
  const runtime = await start();
  const input = { command: "cat ~/.wield/keys" };
  expect(await callTool(runtime, "terminal", { input })).toMatchObject({ code: "policy_denied" });
});

test("a change is kept under the folder of this machine with the name of its place", async () => {
  const { places, server, start } = world();
  const runtime = await start();
  const written = await callTool(runtime, "write_file", { input: { path: "new.txt", content: "one" } });
  expect(written, renderOutcome(written)).toMatchObject({ status: "ok" });
  expect(readFileSync(join(server.app, "new.txt"), "utf8")).toBe("one");
  expect(existsSync(join(places.workspace, "new.txt"))).toBe(false);
  const [record] = await runtime.store.undo.list(places.workspace);
  expect(record).toMatchObject({
    place: "ssh deploy@web:2222:~/app",
    workspace: places.workspace,
    changes: [{ real: join(server.app, "new.txt") }],
  });
  const history = await runtime.store.query.get(written.call.id);
  const intent = history.ok ? history.value?.entries.find(({ type }) => type === "intent") : undefined;
  // Whoever cleans up after a death would look for these on this machine.
  expect(intent).toMatchObject({ place: "ssh deploy@web:2222:~/app", temporaryFiles: [] });
});

const asking = (heard: ApprovalRequest[], choice: "once" | "always"): Asker => ({
  surface: "terminal",
  ask: async (request) => {
    heard.push(request as ApprovalRequest);
    return { choice, by: "a", surface: "terminal", at: 0 };
  },
});

test("an approval and a rule know the server, and what was allowed there is not allowed here", async () => {
  const { places, server, start } = world("tools: { approval_mode: prompt }\n");
  const runtime = await start();
  const heard: ApprovalRequest[] = [];
  const askers = [asking(heard, "always")];
  await isOk(callTool(runtime, "terminal", { input: { command: "touch made" }, askers }));
  expect(existsSync(join(server.app, "made"))).toBe(true);
  expect(heard[0]).toMatchObject({
    preview: "touch made\non the server deploy@web:2222",
    effectWords: [expect.stringContaining("run touch made on deploy@web:2222")],
    rule: { tool: "terminal", match: { command: "touch made", server: "deploy@web:2222" } },
  });
  await isOk(callTool(runtime, "terminal", { input: { command: "touch made" }, askers }));
  expect(heard).toHaveLength(1);
  await runtime.close();
  places.write("home/config.yaml", "tools: { approval_mode: prompt }\nsandbox: { kind: none }\n");
  const here = await open(places, { env: server.env });
  expect(await callTool(here, "terminal", { input: { command: "touch made" } })).toMatchObject({
    code: "approval_unavailable",
  });
});

test("a folder of the same path here gets nothing of what was allowed or trusted there", async () => {
  const { places, server } = world("tools: { approval_mode: prompt }\n");
  const askers = [asking([], "always")];
  const start = { cwd: server.app, env: server.env };
  const there = await open(places, start);
  const call = { input: { path: "a.txt", content: "one" } };
  await isOk(callTool(there, "write_file", { ...call, askers }));
  await isOk(callTool(there, "write_file", call));
  await there.close();
  places.write("home/config.yaml", "tools: { approval_mode: prompt }\n");
  const here = await open(places, start);
  expect(await callTool(here, "write_file", call)).toMatchObject({ code: "approval_unavailable" });
  // Kept under one folder, and still two places.
  expect((await here.store.undo.list(server.app)).map(({ place }) => place)).toEqual([
    "ssh deploy@web:2222:~/app",
    "ssh deploy@web:2222:~/app",
  ]);
});

test("a rule about the server denies a command there", async () => {
  const { start } = world(`tools: { rules: [{ match: { server: "deploy@*" }, action: deny }] }\n`);
  const runtime = await start();
  expect(await callTool(runtime, "terminal", { input: { command: "true" } })).toMatchObject({
    status: "denied",
    code: "policy_denied",
  });
});

test("paths that a command names are judged as paths of the server", async () => {
  const { server, start } = world(`tools: { rules: [{ match: { path: "**/.env" }, action: deny }] }\n`);
  server.write("app/.env", "secret");
  server.write("app/harmless", "");
  const runtime = await start();
  await callTool(runtime, "terminal", { input: { command: "ln -s .env link" } });
  for (const command of ["cat .env", "cat ~/app/.env"])
    expect(await callTool(runtime, "terminal", { input: { command } })).toMatchObject({
      code: "policy_denied",
    });
});

test("a server that cannot be reached hides what needs it, with the reason, and is tried again", async () => {
  const { server, start } = world();
  server.fail("deploy@web: Permission denied (publickey).\n");
  const runtime = await start();
  expect(activeTools(runtime)).not.toContain("terminal");
  expect(activeTools(runtime)).not.toContain("read_file");
  expect(activeTools(runtime)).toContain("todo");
  const { inactive } = runtime.conversation(CALLER).snapshot().tools;
  expect(inactive.get("terminal")).toMatchObject({
    cause: "hidden",
    reason: "ssh: deploy@web:2222 refused the login (deploy@web: Permission denied (publickey).)",
  });
  expect(await runtime.place.look()).toMatchObject({ ok: false, code: "backend_unavailable" });
  server.fail(undefined);
  expect(await runtime.place.look()).toMatchObject({
    ok: true,
    value: { folder: server.app, user: expect.any(String) },
  });
  expect(activeTools(runtime)).toContain("terminal");
  expect(await said(callTool(runtime, "terminal", { input: { command: "pwd" } }))).toBe(`${server.app}\n`);
});

test("a server that is lost later hides what needs it, too", async () => {
  const { server, start } = world();
  const runtime = await start();
  expect(activeTools(runtime)).toContain("terminal");
  server.fail("ssh: connect to host web port 22: Connection refused\n");
  server.drop();
  // Until the login is known to have ended, programs are still started over it.
  let outcome = await callTool(runtime, "terminal", { input: { command: "pwd" }, sessionId: "ses_0" });
  for (let number = 1; outcome.status === "ok"; number += 1)
    outcome = await callTool(runtime, "terminal", { input: { command: "pwd" }, sessionId: `ses_${number}` });
  expect(outcome).toMatchObject({ code: "backend_unavailable" });
  expect(activeTools(runtime)).not.toContain("terminal");
  expect(runtime.place.problem()).toMatch(/could not connect to deploy@web:2222: refused/);
  server.fail(undefined);
  expect(await runtime.place.look()).toMatchObject({ ok: true });
  expect(activeTools(runtime)).toContain("terminal");
});

test("a folder that is not there is named", async () => {
  const { server, start, places } = world();
  places.write(
    "home/config.yaml",
    `workspace: { backend: ssh }\nssh: { server: web, folder: /srv/no-such-folder }\n`,
  );
  const runtime = await start();
  expect(runtime.place.problem()).toBe("ssh: the folder /srv/no-such-folder on web does not exist");
  places.write(
    "home/config.yaml",
    `workspace: { backend: ssh }\nssh: { server: web, folder: ${server.write("file", "")} }\n`,
  );
  expect((await start()).place.problem()).toMatch(/is no folder$/);
});

test("server and folder have to be named, and a name is no option of ssh", async () => {
  const { places } = world();
  places.write("home/config.yaml", `workspace: { backend: ssh }\n`);
  expect(await refusal(places)).toMatch(/ssh\.server is not set[^]*ssh\.folder is not set/);
  places.write("home/config.yaml", `ssh: { server: -oProxyCommand=id }\n`);
  expect(await refusal(places)).toContain("allowed: name, user@name or user@name:port");
});

test("settings about this machine that do nothing there are told", async () => {
  const { start } = world("sandbox: { kind: bubblewrap }\nfiles: { read_roots: [/usr] }\n");
  const texts = (await start()).notices.map(({ text }) => text);
  expect(texts).toContain("sandbox.kind is about this machine and does nothing with workspace.backend ssh");
  expect(texts).toContain(
    "files.read_roots is about this machine and does nothing with workspace.backend ssh",
  );
});

test("instructions are the server's, once they are trusted; those of this machine's folder are not used", async () => {
  const { places, server, start } = world();
  writeFileSync(join(places.workspace, "AGENTS.md"), "rules of this machine");
  server.write("AGENTS.md", "rules above the repository");
  server.write("app/AGENTS.md", "rules of the server");
  mkdirSync(join(server.app, ".git"));
  const runtime = await start();
  expect(await runtime.agent.readInstructions()).toBe("rules of the server");
  expect(await runtime.agent.mayUseInstructions()).toBe(false);
  expect(await runtime.trustWorkspace()).toMatchObject({ ok: true });
  expect(await runtime.agent.mayUseInstructions()).toBe(true);
  await runtime.close();
  places.write("home/config.yaml", "");
  const here = await open(places, { env: server.env });
  expect(await here.agent.mayUseInstructions()).toBe(false);
});

test("the start of a command that runs no tool does not go there", async () => {
  const { places, server } = world();
  server.fail("nobody may see this\n");
  const runtime = await open(places, { env: server.env, staysHere: true });
  expect(runtime.place.problem()).toBe("the server has not answered yet");
});
