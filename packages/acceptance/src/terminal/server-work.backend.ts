// Prevents: a person who has set up a server and finds that a part of the product still works on the other machine, that
// a lost connection ends the conversation, or that something stays behind.
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Runtime } from "@wield/app";
import { renderOutcome } from "@wield/core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { callTool, makePlaces, type Places } from "../command/places.ts";
import { startSshServer, type TestSshServer } from "./places/ssh-server.ts";
import { countLocally, eventually, uniqueSleep } from "./terminal-bench.ts";

let server: TestSshServer;
let places: Places;
let folder: string;
let config: string;
let count = 0;

beforeAll(async () => {
  server = await startSshServer();
});

afterAll(() => server.stop());

beforeEach(() => {
  places = makePlaces();
  count += 1;
  folder = join(server.home, `app${count}`);
  mkdirSync(join(folder, "src"), { recursive: true });
  writeFileSync(join(folder, "src/a.ts"), "export const needle = 1;\n");
  writeFileSync(join(folder, "b.txt"), "one\ntwo\n");
  if (process.getuid?.() === 0) execFileSync("chown", ["-R", server.user, folder]);
  config = server.configFile();
  places.write(
    "home/config.yaml",
    `workspace: { backend: ssh }\nssh: { server: test-server, folder: ${folder}, config: ${config} }\n`,
  );
});

afterEach(async () => {
  await places[Symbol.asyncDispose]();
  expect(
    await eventually(
      async () => countLocally(config),
      (left) => left === 0,
    ),
  ).toBe(0);
});

async function said(runtime: Runtime, tool: string, input: object): Promise<string> {
  return renderOutcome(await callTool(runtime, tool, input));
}

test("every file tool, the shell and a background job work in the folder there", async () => {
  const runtime = await places.open();
  expect(await said(runtime, "read_file", { path: "b.txt" })).toContain("one\ntwo");
  expect(await said(runtime, "list_files", {})).toContain("src/");
  expect(await said(runtime, "glob", { pattern: "**/*.ts" })).toContain("src/a.ts");
  expect(await said(runtime, "grep", { pattern: "needle" })).toContain("src/a.ts");
  expect(
    await said(runtime, "edit_file", { path: "b.txt", old_string: "two", new_string: "three" }),
  ).toContain("1 replacement(s)");
  expect(await said(runtime, "write_file", { path: "deep/er/c.txt", content: "new\n" })).toContain("Created");
  expect(
    await said(runtime, "terminal", { command: "cd deep/er && export A=1 && cat c.txt ../../b.txt" }),
  ).toBe("new\none\nthree\n");
  expect(await said(runtime, "terminal", { command: "pwd; echo $A; id -un" })).toBe(
    `${folder}/deep/er\n1\n${server.user}\n`,
  );
  const job = await callTool(runtime, "terminal", { command: "echo up; cat", background: true });
  const { process_id } = job.data as { process_id: string };
  // The log gives it again, whatever the start has given already.
  const log = (): Promise<string> => said(runtime, "process", { action: "log", process_id });
  expect(await eventually(log, (text) => text.includes("up\n"), 60_000)).toContain("up\n");
  await callTool(runtime, "process", { action: "write", process_id, input: "typed\n", eof: true });
  expect(await eventually(log, (text) => text.includes("completed"), 60_000)).toContain("up\ntyped\n");
  expect(existsSync(join(places.workspace, "b.txt"))).toBe(false);
});

test("a link in the folder leads no file tool out of it", async () => {
  const runtime = await places.open();
  await callTool(runtime, "terminal", { command: "ln -s /etc/passwd out; ln -s .. up" });
  expect(await callTool(runtime, "read_file", { path: "out" })).toMatchObject({ code: "policy_denied" });
  expect(await callTool(runtime, "write_file", { path: "up/x", content: "" })).toMatchObject({
    code: "policy_denied",
  });
});

test("when the connection is lost the fate of a command is unknown, and everything goes on", async () => {
  const runtime = await places.open({ log: () => undefined });
  const sleep = uniqueSleep(731);
  await callTool(runtime, "terminal", { command: "cd src; export A=1" });
  const conversation = runtime.conversation({ sessionId: "ses_test", caller: "test", surface: "terminal" });
  const begun = Promise.withResolvers<void>();
  const running = runtime.pipeline.call(
    {
      tool: "terminal",
      input: { command: `echo begun; sleep ${sleep}` },
      onProgress: ({ message }) => {
        if (message.includes("begun")) begun.resolve();
      },
    },
    conversation.snapshot(),
  );
  await begun.promise;
  server.dropConnections();
  expect(renderOutcome(await running)).toBe(
    "the connection was lost (test-server does not answer any more); what became of the command is unknown\n\nbegun\n",
  );
  expect(await said(runtime, "read_file", { path: "b.txt" })).toContain("one\ntwo");
  expect(await said(runtime, "terminal", { command: "pwd; echo $A" })).toBe(
    `${folder}/src\n1\n… the shell was lost with its connection; a new one has the same folder and variables`,
  );
  expect(await said(runtime, "edit_file", { path: "b.txt", old_string: "one", new_string: "1" })).toContain(
    "1 replacement(s)",
  );
});

test("wield call, wield undo and wield doctor from one process to the next", async () => {
  chmodSync(join(folder, "b.txt"), 0o640);
  expect(await places.run(["call", "write_file", "path=b.txt", "content=changed"])).toMatchObject({
    code: 0,
  });
  expect(readFileSync(join(folder, "b.txt"), "utf8")).toBe("changed");
  expect((await places.run(["doctor"])).out).toContain(`folder: ${folder}, as ${server.user}`);
  expect((await places.run(["undo", "--yes"])).out).toBe("b.txt: put back\n");
  expect(readFileSync(join(folder, "b.txt"), "utf8")).toBe("one\ntwo\n");
});

test("what a conversation left running there ends with it", async () => {
  const runtime = await places.open();
  const sleep = uniqueSleep(732);
  await callTool(runtime, "terminal", {
    command: `setsid sleep ${sleep} >/dev/null 2>&1 </dev/null & echo up`,
  });
  await callTool(runtime, "terminal", { command: `sleep ${sleep}`, background: true });
  expect(countLocally(`sleep ${sleep}`)).toBeGreaterThan(0);
  await runtime.close();
  expect(
    await eventually(
      async () => countLocally(`sleep ${sleep}`),
      (left) => left === 0,
    ),
  ).toBe(0);
});
