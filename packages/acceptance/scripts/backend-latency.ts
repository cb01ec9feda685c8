// Measures one small command in the shell of a session, in a container and on a server, beside the plain way of asking
// the same engine and the same server. Prints milliseconds, medians.
import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createDockerPlace,
  createRemoteProcesses,
  createSshPlace,
  type RemotePlace,
  SessionProcesses,
  systemClock,
} from "@wield/host";
import { startEngine } from "../src/terminal/places/docker-engine.ts";
import { startSshServer } from "../src/terminal/places/ssh-server.ts";

const RUNS = 40;

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

async function timed(work: () => Promise<unknown> | unknown): Promise<number> {
  await work();
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const before = performance.now();
    await work();
    times.push(performance.now() - before);
  }
  return median(times);
}

async function sessionCommand(place: RemotePlace, home: string): Promise<number> {
  const session = new SessionProcesses({
    driver: createRemoteProcesses(place),
    clock: systemClock,
    mark: `latency${process.pid}`,
    home,
    readEnv: async () => ({ PATH: "/usr/bin:/bin" }),
    idleMs: 60_000,
    makeId: () => "proc_0001",
  });
  try {
    return await timed(() => session.run({ command: "printf ok", signal: new AbortController().signal }));
  } finally {
    await session.close();
    await place.close();
  }
}

const engine = await startEngine();
const workspace = mkdtempSync(join(tmpdir(), "wield-latency-"));
chmodSync(workspace, 0o777);
try {
  const container = engine
    .docker(["run", "-d", "--init", "--network", "none", engine.image, "sleep", "600"])
    .trim();
  const plain = await timed(() =>
    spawnSync("docker", ["--host", `unix://${engine.socket}`, "exec", container, "printf", "ok"]),
  );
  const ours = await sessionCommand(
    createDockerPlace({
      socket: engine.socket,
      image: engine.image,
      network: "none",
      workspace,
      user: "0:0",
    }),
    "/workspace",
  );
  console.log(
    `docker exec ${plain.toFixed(1)} ms, a command of the session ${ours.toFixed(1)} ms: ${(ours / plain).toFixed(2)}x`,
  );
} finally {
  await engine.stop();
  rmSync(workspace, { recursive: true, force: true });
}

const server = await startSshServer();
try {
  const { port, user, privateKey, fingerprint, home } = server;
  const options = {
    host: "127.0.0.1",
    port,
    user,
    privateKey,
    isKnownHost: (given: string) => given === fingerprint,
    label: "test server",
  };
  const bare = createSshPlace(options);
  const plain = await timed(async () => {
    const channel = await bare.open("printf ok");
    if (!channel.ok) throw new Error(channel.message);
    channel.value.output.listen(() => undefined);
    channel.value.errors.listen(() => undefined);
    channel.value.endInput();
    await channel.value.ended;
  });
  await bare.close();
  const ours = await sessionCommand(createSshPlace(options), home);
  console.log(
    `ssh2 exec ${plain.toFixed(1)} ms, a command of the session ${ours.toFixed(1)} ms: ${(ours - plain).toFixed(1)} ms more`,
  );
} finally {
  await server.stop();
}
