// A process of ours that uses shells without a rest, to be killed at any instant. Arguments: local, sandbox, the socket
// and the image of a container engine, or ssh and how to log in.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createDockerPlace,
  createIdSource,
  createLocalProcesses,
  createRemoteProcesses,
  createSandbox,
  createSshPlace,
  SessionProcesses,
  systemClock,
} from "@wield/host";

const [kind = "local", image = ""] = process.argv.slice(2);
const ids = createIdSource();
const workspace = process.cwd();
const isContainer = kind.startsWith("/");

interface Login {
  readonly port: number;
  readonly user: string;
  readonly privateKey: string;
}

function makeDriver() {
  const places = {
    workspace,
    writable: [],
    readable: [],
    hidden: [],
    home: mkdtempSync(join(workspace, "home-")),
  };
  if (kind === "sandbox")
    return createLocalProcesses({ sandbox: createSandbox({ ...places, kind: "bubblewrap", network: "on" }) });
  if (kind === "local") return createLocalProcesses();
  if (kind === "ssh") {
    const login: Login = JSON.parse(image);
    const options = { ...login, host: "127.0.0.1", isKnownHost: () => true, label: "test server" };
    return createRemoteProcesses(createSshPlace(options));
  }
  const user = `${process.getuid?.() ?? 0}:${process.getgid?.() ?? 0}`;
  return createRemoteProcesses(createDockerPlace({ socket: kind, image, network: "none", workspace, user }));
}

/** Each round: a shell starts, commands run and are stopped, output floods, jobs run on, and all of it is ended. */
for (let round = 0; ; round += 1) {
  const driver = makeDriver();
  const session = new SessionProcesses({
    driver,
    clock: systemClock,
    mark: `busy${process.pid}r${round}`,
    home: isContainer ? "/workspace" : workspace,
    readEnv: async () => ({
      PATH: isContainer ? "/bin" : (process.env["PATH"] ?? ""),
      TMPDIR: isContainer ? "/tmp" : tmpdir(),
    }),
    idleMs: 60_000,
    makeId: () => ids.next("proc_"),
  });
  const run = async (command: string, limitMs: number): Promise<void> => {
    const ended = await session.run({ command, signal: AbortSignal.timeout(limitMs) });
    if (!ended.ok) throw new Error(ended.message);
  };
  if (round === 0) process.stdout.write("begun\n");
  await run("printf ok", 5000);
  await session.start({ command: "trap '' TERM HUP; sleep 600; :" });
  await session.start({ command: "while :; do echo noise; done" });
  await run("yes", 60);
  await run("setsid sleep 600 >/dev/null 2>&1 & echo left", 5000);
  await run("sh -c \"trap '' TERM HUP; sleep 600; :\" & sleep 600", 60);
  await session.close();
  await driver.close();
}
