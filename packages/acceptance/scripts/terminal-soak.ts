// Sessions that are used, attacked, cancelled and ended, again and again: nothing of them may be left, and memory stays.
// Usage: node --expose-gc packages/acceptance/scripts/terminal-soak.ts [--backend local|sh|sandbox|docker|ssh] [SECONDS] [SEED]
// With --commands 1000 one session runs so many, every twentieth of them hostile, in place of the seconds.
import { parseArgs } from "node:util";
import { openDockerBench } from "../src/terminal/places/docker-bench.ts";
import { startEngine } from "../src/terminal/places/docker-engine.ts";
import { openSshBench } from "../src/terminal/places/ssh-bench.ts";
import { startSshServer } from "../src/terminal/places/ssh-server.ts";
import { manyCommands } from "../src/terminal/soak/many-commands.ts";
import { type SoakOptions, soakTerminal } from "../src/terminal/soak/soak-terminal.ts";
import { openLocalBench } from "../src/terminal/terminal-bench.ts";

const { values, positionals } = parseArgs({
  options: { backend: { type: "string", default: "local" }, commands: { type: "string" } },
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
    case "sh":
      return { open: () => openLocalBench({ wantedShell: "sh" }), path, stop };
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
      throw new Error("the backend is local, sh, sandbox, docker or ssh");
  }
}

const { stop, ...place } = await placeOf(values.backend);
const begun = performance.now();
const commands = Number(values.commands ?? 0);
console.log(
  `backend ${values.backend}, ${commands > 0 ? `${commands} commands` : `${seconds} s`}, seed ${seed}`,
);
const { faults, ...report } =
  commands > 0
    ? await manyCommands({ ...place, commands, hostile: Math.ceil(commands / 20), seed })
    : await soakTerminal({ ...place, seconds, seed, sessions: values.backend === "local" ? 20 : 4 });
await stop();
console.log(JSON.stringify({ ...report, seconds: Math.round((performance.now() - begun) / 1000) }));
for (const fault of faults) console.log(`- ${fault}`);
const grew = commands > 0 && report.memoryRatio > 1.5;
if (grew) console.log(`- memory in use grew ${report.memoryRatio.toFixed(2)} times`);
process.exit(faults.length === 0 && !grew ? 0 : 1);
