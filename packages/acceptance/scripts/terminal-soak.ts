// Sessions that are used, attacked, cancelled and ended, again and again: nothing of them may be left, and memory stays.
// Usage: node --expose-gc packages/acceptance/scripts/terminal-soak.ts [--backend local|sandbox|docker|ssh] [SECONDS] [SEED]
import { parseArgs } from "node:util";
import { openDockerBench } from "../src/terminal/places/docker-bench.ts";
import { startEngine } from "../src/terminal/places/docker-engine.ts";
import { openSshBench } from "../src/terminal/places/ssh-bench.ts";
import { startSshServer } from "../src/terminal/places/ssh-server.ts";
import { type SoakOptions, soakTerminal } from "../src/terminal/soak/soak-terminal.ts";
import { openLocalBench } from "../src/terminal/terminal-bench.ts";

const { values, positionals } = parseArgs({
  options: { backend: { type: "string", default: "local" } },
  allowPositionals: true,
});
const [seconds = 60, seed = Math.floor(Math.random() * 1e9)] = positionals.map(Number);
const path = process.env["PATH"] ?? "/usr/bin:/bin";

interface Place extends Pick<SoakOptions, "open" | "path" | "alsoLeft"> {
  stop(): Promise<void>;
}

async function placeOf(backend: string): Promise<Place> {
  const stop = async (): Promise<void> => undefined;
  switch (backend) {
    case "local":
      return { open: () => openLocalBench(), path, stop };
    case "sandbox":
      return { open: () => openLocalBench({ isSandboxed: true }), path, stop };
    case "docker": {
      const engine = await startEngine();
      return {
        open: () => openDockerBench(engine),
        path: "/bin",
        alsoLeft: () =>
          engine
            .docker(["ps", "-aq"])
            .split("\n")
            .filter((id) => id !== ""),
        stop: () => engine.stop(),
      };
    }
    case "ssh": {
      const server = await startSshServer();
      return {
        open: () => openSshBench(server),
        path: "/usr/local/bin:/usr/bin:/bin",
        stop: () => server.stop(),
      };
    }
    default:
      throw new Error("the backend is local, sandbox, docker or ssh");
  }
}

console.log(`backend ${values.backend}, ${seconds} s, seed ${seed}`);
const { stop, ...place } = await placeOf(values.backend);
const { faults, ...report } = await soakTerminal({
  ...place,
  seconds,
  seed,
  sessions: values.backend === "local" ? 20 : 4,
});
await stop();
console.log(JSON.stringify(report));
for (const fault of faults) console.log(`- ${fault}`);
process.exit(faults.length === 0 ? 0 : 1);
