// Prevents: commands in a container that behave otherwise than on this machine, or that are left behind in it.
import { readlinkSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { removeLeftContainers } from "@wield/host";
import { afterAll, beforeAll, expect, test } from "vitest";
import { backgroundCases } from "./background-cases.ts";
import { endCases } from "./end-cases.ts";
import { openDockerBench } from "./places/docker-bench.ts";
import { startEngine, type TestEngine } from "./places/docker-engine.ts";
import { shellCases } from "./shell-cases.ts";
import { hostileCases } from "./hostile-cases.ts";
import { killedAfter } from "./killed.ts";
import { soakTerminal } from "./soak/soak-terminal.ts";
import { eventually, type TerminalBench } from "./terminal-bench.ts";

let engine: TestEngine;

beforeAll(async () => {
  engine = await startEngine();
});

afterAll(() => engine.stop());

const open = (): Promise<TerminalBench> => openDockerBench(engine);

shellCases(open);
endCases(open);
backgroundCases(open);
hostileCases(open);

test("sessions that are attacked, cancelled and ended leave nothing", async () => {
  const containers = (): readonly string[] => engine.docker(["ps", "-aq"]).split("\n").filter(Boolean);
  const before = containers();
  const { faults } = await soakTerminal({
    seconds: 20,
    seed: 1,
    sessions: 2,
    open,
    path: "/bin",
    alsoLeft: () => containers().filter((id) => !before.includes(id)),
  });
  expect(faults).toEqual([]);
});

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

test("a command that ends all processes ends those of its container, and the session goes on", async () => {
  await using place = await open();
  await place.run("mkdir sub; cd sub; export KEPT=1");
  // It would end everything of this user where the numbers of processes are those of this machine.
  const numbers = "/proc/self/ns/pid";
  expect(await place.run(`readlink ${numbers}; cat /proc/1/comm`)).toMatch(/^pid:\[\d+\]\ndocker-init\n$/);
  const ofThisMachine = readlinkSync(numbers);
  const said = await place.run(
    `case $(readlink ${numbers}) in '${ofThisMachine}' | '') ;; *) kill -9 -1 ;; esac; sleep 5; echo spared`,
  );
  expect(said).not.toContain("spared");
  expect(said).toMatch(/137|SIGKILL|lost|not known/);
  expect(await place.run("echo still $KEPT; basename $PWD")).toMatch(/^still 1\nsub\n/);
});

test("a container that died is replaced, and containers of dead owners are removed", async () => {
  await using place = await open();
  expect(await place.run("echo one")).toBe("one\n");
  engine.docker(["rm", "-f", ...engine.docker(["ps", "-q"]).trim().split("\n")]);
  await pause(500);
  expect(await place.run("echo two")).toContain("two\n");
  const { socket } = engine;
  expect(await removeLeftContainers({ socket })).toEqual([]);
  expect((await removeLeftContainers({ socket }, () => true)).length).toBeGreaterThan(0);
});
