import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { createRemoteProcesses, createSshPlace, type RemotePlace } from "@wield/host";
import { createTestBench } from "@wield/testkit";
import { openTerminalBench, type TerminalBench } from "../terminal-bench.ts";
import type { TestSshServer } from "./ssh-server.ts";

let benches = 0;

/** The tools on a folder of that server, over a connection of the library. */
export function openSshBench(server: TestSshServer): Promise<TerminalBench> {
  const { port, user, privateKey, fingerprint } = server;
  const isKnownHost = (given: string): boolean => given === fingerprint;
  const login = { host: "127.0.0.1", port, user, privateKey, isKnownHost, label: "test server" };
  return openServerBench(server, () => createSshPlace(login));
}

/** The tools on a folder of that server, reached as one likes. */
export function openServerBench(server: TestSshServer, makePlace: () => RemotePlace): Promise<TerminalBench> {
  return openTerminalBench(async (options) => {
    benches += 1;
    const home = join(server.home, `w${benches}`);
    const asUser = process.getuid?.() === 0 ? ["runuser", "-u", server.user, "--"] : [];
    const [program = "mkdir", ...args] = [...asUser, "mkdir", home];
    execFileSync(program, args);
    return {
      driver: createRemoteProcesses(makePlace()),
      bench: await createTestBench(options),
      home,
      env: {
        PATH: "/usr/local/bin:/usr/bin:/bin",
        HOME: home,
        TERM: "dumb",
        EDITOR: "false",
        GIT_EDITOR: "false",
      },
      alive: async (text) => {
        const listed = execFileSync("ps", ["-eo", "args"], { encoding: "utf8" });
        return listed.split("\n").filter((line) => line.includes(text) && !line.startsWith("ssh ")).length;
      },
    };
  });
}
