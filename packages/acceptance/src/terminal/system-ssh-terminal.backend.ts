// Prevents: commands over the person's own ssh that behave otherwise than on this machine; a login that waits for
// somebody who is not there; connections, processes and sockets that outlive their session; failures that cannot be told
// apart.
import { execFileSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { renderOutcome } from "@wield/core";
import type { RemotePlace } from "@wield/host";
import { createSystemSshPlace } from "@wield/host";
import { afterAll, beforeAll, expect, test } from "vitest";
import { backgroundCases } from "./background-cases.ts";
import { endCases } from "./end-cases.ts";
import { openServerBench } from "./places/ssh-bench.ts";
import { startSshServer, type TestSshServer } from "./places/ssh-server.ts";
import { shellCases } from "./shell-cases.ts";
import { countLocally, eventually, type TerminalBench } from "./terminal-bench.ts";

let server: TestSshServer;
let jump: TestSshServer;

beforeAll(async () => {
  server = await startSshServer();
  jump = await startSshServer();
});

afterAll(async () => {
  await server.stop();
  await jump.stop();
});

function placeOf(configFile: string, more: { name?: string; onReopened?: () => void } = {}): RemotePlace {
  const { name = "test-server", ...rest } = more;
  return createSystemSshPlace({ server: name, env: process.env, configFile, ...rest });
}

function openBench(makePlace = () => placeOf(server.configFile())): Promise<TerminalBench> {
  return openServerBench(server, makePlace);
}

shellCases(openBench);
endCases(openBench);
backgroundCases(openBench);

test("after a lost connection the fate of a command is told as unknown, and the session goes on", async () => {
  let reopened = 0;
  await using place = await openBench(() =>
    placeOf(server.configFile(), { onReopened: () => (reopened += 1) }),
  );
  await place.run("mkdir sub; cd sub; export A=1");
  const job = await place.call("terminal", { command: "echo up; sleep 30", background: true });
  const { process_id } = job.data as { process_id: string };
  let tell: (value?: unknown) => void = () => undefined;
  const begun = new Promise((resolve) => (tell = resolve));
  const onProgress = ({ message }: { readonly message: string }): void => {
    if (message.includes("begun")) tell();
  };
  const running = place.run("echo begun; sleep 30", {}, { onProgress });
  await begun;
  server.dropConnections();
  expect(await running).toBe(
    "the connection was lost (test-server does not answer any more); what became of the command is unknown\n\nbegun\n",
  );
  expect(await place.run("echo $A $PWD")).toBe(
    `1 ${place.home}/sub\n… the shell was lost with its connection; a new one has the same folder and variables`,
  );
  expect(reopened).toBe(1);
  const seen = await place.call("process", { action: "log", process_id });
  expect(renderOutcome(seen)).toContain(
    "… the connection was lost (test-server does not answer any more); whether it still runs is not known",
  );
  expect(await place.call("process", { action: "kill", process_id })).toMatchObject({ status: "ok" });
});

test("more programs at once than the server takes on one connection", async () => {
  await using place = await openBench();
  const started = await Promise.all(
    Array.from({ length: 14 }, (_, number) =>
      place.call("terminal", { command: `echo job ${number}; sleep 20`, background: true }),
    ),
  );
  expect(started.map(({ status }) => status)).toEqual(started.map(() => "ok"));
});

test("through a jump host", async () => {
  const config = server.configFile([
    ...jump.hostLines("the-jump"),
    "Host test-server",
    "  ProxyJump the-jump",
  ]);
  await using place = await openBench(() => placeOf(config));
  const seen = await place.run('echo "${SSH_CONNECTION-none}"; ps -o args= -p $PPID >/dev/null; echo done');
  expect(seen).toContain("done");
  expect(countLocally(`-W [127.0.0.1]:${server.port}`)).toBeGreaterThan(0);
});

test("at its end neither a process of ssh nor a socket is left", async () => {
  const config = server.configFile();
  const place = placeOf(config);
  const opened = await place.open("exec sleep 600");
  expect(opened.ok).toBe(true);
  const listed = execFileSync("ps", ["-eo", "args"], { encoding: "utf8" });
  const line = listed.split("\n").find((text) => text.includes(config)) ?? "";
  const socket = /ControlPath=(\S+)/.exec(line)?.[1] ?? "";
  expect(existsSync(socket)).toBe(true);
  await place.close();
  expect(
    await eventually(
      async () => countLocally(config) + countLocally(socket),
      (count) => count === 0,
    ),
  ).toBe(0);
  expect(existsSync(dirname(socket))).toBe(false);
});

test("what a login prints before is no output of a program", async () => {
  writeFileSync(join(server.loginNoise), "echo welcome to this server; echo mind the gap >&2\n");
  try {
    await using place = await openBench();
    expect(await place.run("echo one")).toBe("one\n");
    expect(await place.run("echo two; seq 1 3 | tail -1")).toBe("two\n3\n");
  } finally {
    writeFileSync(server.loginNoise, "");
  }
});

const refusals: readonly [what: string, place: () => RemotePlace, said: RegExp][] = [
  [
    "a key that is not known",
    () => placeOf(server.configFile(["Host test-server", "  UserKnownHostsFile /dev/null"])),
    /^ssh: the key of test-server is not known \(ssh-ed25519 SHA256:\S+\); nothing was sent$/,
  ],
  [
    "a key that changed",
    () => {
      const known = join(server.scratch, "changed");
      writeFileSync(known, `${jump.knownHost.replace(`:${jump.port} `, `:${server.port} `)}\n`);
      return placeOf(server.configFile(["Host test-server", `  UserKnownHostsFile ${known}`]));
    },
    /^ssh: the key of test-server changed: the known one is in \S+:1, now it is ED25519 SHA256:\S+; nothing was sent$/,
  ],
  [
    "a login that is refused",
    () => placeOf(server.configFile(["Host test-server", "  User nobody-here"])),
    /^ssh: test-server refused the login \(nobody-here@127.0.0.1: Permission denied \(publickey/,
  ],
  [
    "a server that is not there",
    () => placeOf(server.configFile(["Host test-server", "  Port 1"])),
    /^ssh: could not connect to test-server: refused \(.*Connection refused\)$/,
  ],
  [
    "a name that is none",
    () => placeOf(server.configFile(), { name: "no-such-host.invalid" }),
    /^ssh: could not connect to no-such-host.invalid: no such host/,
  ],
];

test.each(refusals)("%s is told, within seconds", async (_what, makePlace, said) => {
  const place = makePlace();
  const before = performance.now();
  const opened = await place.open("true");
  expect(opened).toMatchObject({
    ok: false,
    code: "backend_unavailable",
    message: expect.stringMatching(said),
  });
  expect(performance.now() - before).toBeLessThan(60_000);
  await place.close();
});
