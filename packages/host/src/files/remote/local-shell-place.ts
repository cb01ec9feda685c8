// For tests: a place elsewhere that is this machine, with a shell of one's choice.
import { spawn } from "node:child_process";
import { value } from "@wield/core";
import { byteSource } from "../../processes/byte-source.ts";
import type { RemotePlace } from "../../processes/remote/remote-place.ts";
import { writeTo } from "../../processes/write-to.ts";

export interface LocalShellPlace extends RemotePlace {
  /** Ends everything that runs, as a connection that fails does. */
  drop(): void;
}

export function createLocalShellPlace(
  argv: readonly [string, ...string[]] = ["/bin/sh"],
  env: NodeJS.ProcessEnv = process.env,
): LocalShellPlace {
  const drops = new Set<() => void>();
  const drop = (): void => {
    for (const end of drops) end();
  };
  return {
    facts: { kind: "ssh", label: "this machine", sandbox: { kind: "none", network: "on" } },
    async open(script) {
      const [program, ...args] = argv;
      const child = spawn(program, [...args, "-c", script], { env, detached: true });
      const end = (): void => {
        try {
          if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
        } catch {
          // It has ended.
        }
      };
      drops.add(end);
      const output = byteSource(child.stdout);
      const errors = byteSource(child.stderr);
      child.stdin.on("error", () => undefined);
      return value({
        output,
        errors,
        ended: new Promise((resolve) => {
          child.once("close", (exitCode) => {
            drops.delete(end);
            resolve(exitCode === null ? { exitCode, lost: "the connection was lost" } : { exitCode });
          });
        }),
        write: (bytes) => writeTo(child.stdin, bytes),
        endInput: () => void child.stdin.end(),
        release: () => {
          output.release();
          errors.release();
        },
      });
    },
    drop,
    close: async () => drop(),
  };
}
