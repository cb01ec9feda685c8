// Prevents: commands on a server that behave otherwise than on this machine, that are left behind there, or that run on
// a server that is not the one that was meant.
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { createRemoteProcesses, createSshPlace } from "@wield/host";
import { afterAll, beforeAll, expect, test } from "vitest";
import { backgroundCases } from "./background-cases.ts";
import { endCases } from "./end-cases.ts";
import { openSshBench } from "./places/ssh-bench.ts";
import { startSshServer, type TestSshServer } from "./places/ssh-server.ts";
import { hostileCases } from "./hostile-cases.ts";
import { killedAfter } from "./killed.ts";
import { shellCases } from "./shell-cases.ts";
import { soakTerminal } from "./soak/soak-terminal.ts";
import { eventually, type TerminalBench } from "./terminal-bench.ts";

let server: TestSshServer;

beforeAll(async () => {
  server = await startSshServer();
});

afterAll(() => server.stop());

function placeOf(isKnownHost: (fingerprint: string) => boolean) {
  const { port, user, privateKey } = server;
  return createSshPlace({ host: "127.0.0.1", port, user, privateKey, isKnownHost, label: "test server" });
}

const open = (): Promise<TerminalBench> => openSshBench(server);

shellCases(open);
endCases(open);
backgroundCases(open);
hostileCases(open);

test("a server with another key is refused, and nothing was run there", async () => {
  const driver = createRemoteProcesses(placeOf(() => false));
  const marker = join(server.home, "never");
  mkdirSync(server.home, { recursive: true });
  const started = await driver.spawn({
    argv: ["touch", marker],
    folder: "/",
    env: { PATH: "/bin" },
    mark: "never",
    input: "empty",
    output: "merged",
  });
  expect(started).toMatchObject({
    ok: false,
    code: "backend_unavailable",
    message: `ssh: the key of test server is not known (${server.fingerprint}); nothing was sent`,
  });
  await driver.close();
});

test.each([
  ["a user that is not there", { user: "nobody-here" }, /^ssh: test server refused the login \(/],
  [
    "a port nobody listens on",
    { port: 1 },
    /^ssh: could not connect to test server: refused \(.*ECONNREFUSED/,
  ],
])("%s is told", async (_what, wrong, said) => {
  const { port, user, privateKey } = server;
  const place = createSshPlace({
    host: "127.0.0.1",
    port,
    user,
    privateKey,
    isKnownHost: () => true,
    label: "test server",
    ...wrong,
  });
  expect(await place.open("true")).toMatchObject({ ok: false, message: expect.stringMatching(said) });
  await place.close();
});

test("after a lost connection the fate of a command is told as unknown, and the session goes on", async () => {
  await using place = await open();
  await place.run("mkdir sub; cd sub; export A=1");
  const running = place.run("sleep 30");
  await place.run("true", {}, { sessionId: "ses_other" });
  server.dropConnections();
  expect(await running).toMatch(/not known|lost/);
  expect(await place.run("echo $A $PWD")).toContain(`1 ${place.home}/sub`);
});

/** The process is of this machine: so is the server. */
function isOfDeadProcess(name: string): boolean {
  const pid = /^wield-shell-w[0-9a-f]{8}p(\d+)t/.exec(name)?.[1];
  return pid !== undefined && !existsSync(`/proc/${pid}`);
}

test("sessions that are attacked, cancelled and ended leave nothing", async () => {
  const path = "/usr/local/bin:/usr/bin:/bin";
  const { faults } = await soakTerminal({ seconds: 20, seed: 1, sessions: 2, open, path });
  expect(faults).toEqual([]);
});

test("nothing runs on after a process was killed, and the next one removes its folders", async () => {
  const { port, user, privateKey } = server;
  for (const moment of [0, 100, 300, 700, 1500])
    expect([moment, await killedAfter(moment, ["ssh", JSON.stringify({ port, user, privateKey })])]).toEqual([
      moment,
      [],
    ]);
  await using place = await open();
  await place.run("true");
  const left = await eventually(
    async () => readdirSync("/tmp").filter(isOfDeadProcess),
    (names) => names.length === 0,
  );
  expect(left).toEqual([]);
});

test("more programs at once than the server takes on one connection", async () => {
  await using place = await open();
  const started = await Promise.all(
    Array.from({ length: 14 }, (_, number) =>
      place.call("terminal", { command: `echo job ${number}; sleep 20`, background: true }),
    ),
  );
  expect(started.map(({ status }) => status)).toEqual(started.map(() => "ok"));
});
