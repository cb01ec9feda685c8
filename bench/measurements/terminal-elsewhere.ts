import { spawn } from "node:child_process";
import { chmodSync } from "node:fs";
import {
  createDockerPlace,
  createRemoteProcesses,
  createSshPlace,
  type RemotePlace,
  SessionProcesses,
  systemClock,
} from "@wield/host";
import { startEngine, type TestEngine } from "../../packages/acceptance/src/terminal/places/docker-engine.ts";
import {
  startSshServer,
  type TestSshServer,
} from "../../packages/acceptance/src/terminal/places/ssh-server.ts";
import type { Figure, Measurement } from "../measurement.ts";
import { interleaved } from "../statistics.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const ROUNDS = 40;

/**
 * A small command in the shell of a session, in a container and on a server, beside the plain way of asking the same
 * engine and the same server. Both are started for it; where one cannot be, its row is left out.
 */
export const terminalElsewhere: Measurement = {
  name: "terminal-elsewhere",
  async run() {
    const figures: Figure[] = [];
    const [engine, server] = [await startedOr(startEngine), await startedOr(startSshServer)];
    try {
      if (engine !== undefined) figures.push(await container(engine));
      if (server !== undefined) figures.push(await overSsh(server));
    } finally {
      await engine?.stop();
      await server?.stop();
    }
    return figures;
  },
};

async function startedOr<Started>(start: () => Promise<Started>): Promise<Started | undefined> {
  try {
    return await start();
  } catch (error) {
    console.error(`not measured: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}

async function container({ socket, image, docker }: TestEngine): Promise<Figure> {
  await using folder = await temporaryFolder();
  chmodSync(folder.workspace, 0o777);
  const id = docker(["run", "-d", "--init", "--network", "none", image, "sleep", "600"]).trim();
  const plain = (): Promise<number> =>
    timed(() => exec(["--host", `unix://${socket}`, "exec", id, "printf", "ok"]));
  const place = createDockerPlace({
    socket,
    image,
    network: "none",
    workspace: folder.workspace,
    user: "0:0",
  });
  const [ours = Number.NaN, reference = Number.NaN] = await besides(place, "/workspace", plain);
  return {
    what: "printf ok in a container",
    value: ours,
    unit: "ms",
    reference: { what: "ms docker exec", value: reference },
    goal: { atMost: 1.2, of: "ratio" },
  };
}

async function overSsh({ port, user, privateKey, fingerprint, home }: TestSshServer): Promise<Figure> {
  const isKnownHost = (given: string): boolean => given === fingerprint;
  const options = { host: "127.0.0.1", port, user, privateKey, isKnownHost, label: "bench" };
  const bare = createSshPlace(options);
  const plain = (): Promise<number> =>
    timed(async () => {
      const channel = await bare.open("printf ok");
      if (!channel.ok) throw new Error(channel.message);
      channel.value.output.listen(() => undefined);
      channel.value.errors.listen(() => undefined);
      channel.value.endInput();
      await channel.value.ended;
    });
  const [ours = Number.NaN, reference = Number.NaN] = await besides(createSshPlace(options), home, plain);
  await bare.close();
  return {
    what: "printf ok at a server",
    value: ours,
    unit: "ms",
    reference: { what: "ms exec on an open connection", value: reference },
    goal: { aboveReference: 10 },
  };
}

/** A command of a session and the plain way, in turn. */
async function besides(
  place: RemotePlace,
  home: string,
  plain: () => Promise<number>,
): Promise<readonly number[]> {
  const driver = createRemoteProcesses(place);
  const session = new SessionProcesses({
    driver,
    clock: systemClock,
    mark: `bench${process.pid}`,
    home,
    readEnv: async () => ({ PATH: "/usr/bin:/bin" }),
    idleMs: 60_000,
    makeId: () => "proc_0001",
  });
  const ours = (): Promise<number> =>
    timed(async () => {
      const ended = await session.run({ command: "printf ok", signal: new AbortController().signal });
      if (!ended.ok) throw new Error(ended.message);
    });
  try {
    for (const warm of [ours, plain, ours, plain]) await warm();
    return await interleaved(ROUNDS, [ours, plain]);
  } finally {
    await session.close();
    await driver.close();
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const before = performance.now();
  await work();
  return performance.now() - before;
}

function exec(args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn("docker", [...args], { stdio: ["ignore", "pipe", "ignore"] });
    child.stdout.resume();
    child.once("close", () => resolve()).once("error", reject);
  });
}
