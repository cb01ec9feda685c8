import { chmodSync } from "node:fs";
import { CONTAINER_WORKSPACE, createDockerPlace, createRemoteProcesses } from "@wield/host";
import { createTestBench } from "@wield/testkit";
import { openTerminalBench, type TerminalBench } from "../terminal-bench.ts";
import type { TestEngine } from "./docker-engine.ts";

/** The tools on a container of that engine. */
export function openDockerBench(engine: TestEngine): Promise<TerminalBench> {
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
