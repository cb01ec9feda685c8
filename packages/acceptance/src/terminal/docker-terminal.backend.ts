// Prevents: commands in a container that behave otherwise than on this machine, or that are left behind in it.
import { chmodSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import {
  CONTAINER_WORKSPACE,
  createDockerPlace,
  createRemoteProcesses,
  removeLeftContainers,
} from "@wield/host";
import { createTestBench } from "@wield/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { backgroundCases } from "./background-cases.ts";
import { endCases } from "./end-cases.ts";
import { startEngine, type TestEngine } from "./places/docker-engine.ts";
import { shellCases } from "./shell-cases.ts";
import { killedAfter } from "./killed.ts";
import { eventually, openTerminalBench, type TerminalBench } from "./terminal-bench.ts";

let engine: TestEngine;

beforeAll(async () => {
  engine = await startEngine();
});

afterAll(() => engine.stop());

function openDockerBench(): Promise<TerminalBench> {
  return openTerminalBench(async (options) => {
    const bench = await createTestBench(options);
    chmodSync(bench.root, 0o777);
    const place = createDockerPlace({
      socket: engine.socket,
      image: engine.image,
      network: "none",
      workspace: bench.root,
      user: `${process.getuid?.() ?? 0}:${process.getgid?.() ?? 0}`,
    });
    const container = (): string =>
      engine
        .docker(["ps", "-q", "--filter", `volume=${bench.root}`])
        .trim()
        .split("\n")[0] ?? "";
    return {
      driver: createRemoteProcesses(place),
      bench,
      home: CONTAINER_WORKSPACE,
      env: { PATH: "/bin", HOME: "/tmp", TERM: "dumb", EDITOR: "false", GIT_EDITOR: "false" },
      alive: async (text) => {
        const id = container();
        if (id === "") return 0;
        const listed = engine.docker(["exec", id, "/bin/sh", "-c", "ps -o args"]);
        return listed.split("\n").filter((line) => line.includes(text)).length;
      },
    };
  });
}

shellCases(openDockerBench);
endCases(openDockerBench);
backgroundCases(openDockerBench);

test("a container of a killed process ends with all that runs in it", async () => {
  const { socket, image } = engine;
  for (const moment of [0, 200, 500, 800, 1200, 2000, 3000]) {
    expect([moment, await killedAfter(moment, [socket, image])]).toEqual([moment, []]);
    const containers = await eventually(
      async () => engine.docker(["ps", "-aq"]).trim(),
      (listed) => listed === "",
      30_000,
    );
    expect([moment, containers]).toEqual([moment, ""]);
  }
});

test("a container that died is replaced, and containers of dead owners are removed", async () => {
  await using place = await openDockerBench();
  expect(await place.run("echo one")).toBe("one\n");
  engine.docker(["rm", "-f", ...engine.docker(["ps", "-q"]).trim().split("\n")]);
  await pause(500);
  expect(await place.run("echo two")).toContain("two\n");
  const { socket } = engine;
  expect(await removeLeftContainers({ socket })).toEqual([]);
  expect((await removeLeftContainers({ socket }, () => true)).length).toBeGreaterThan(0);
});
