import { spawnSync } from "node:child_process";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rgPath } from "@vscode/ripgrep";
import { bundleProgram } from "../agent/bundle-program.ts";
import type { Figure, Measurement } from "../measurement.ts";
import { median } from "../statistics.ts";
import { temporaryFolder, type TemporaryFolder } from "../temporary-folder.ts";

const BARE_LOOP = fileURLToPath(new URL("../agent/bare-loop.program.ts", import.meta.url));
const ROUNDS = 9;
const PARTS = 10;

interface Seen {
  readonly wallMs: number;
  readonly firstRequestMs: number;
  readonly betweenMs: readonly number[];
  readonly cpuSeconds: number;
  readonly peakMb: number;
}

/** Whole processes: 50 calls (10 × list, search, read, edit, read) with a model that answers at once. */
export const agentRun: Measurement = {
  name: "agent-run",
  async run() {
    await using folder = await temporaryFolder();
    const program = await bundleProgram("agent-run");
    const seen: Seen[] = [];
    const bareMs: number[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      await prepare(folder);
      const one = runOnce(program, folder);
      // The first run finds nothing in the caches of the system.
      if (round > 0) seen.push(one);
      await prepare(folder);
      if (round > 0) bareMs.push(...bareLoop(folder));
    }
    const bare = Array.from({ length: ROUNDS }, () => wallOf(["-e", "0"]));
    const betweenMs = seen.flatMap((one) => one.betweenMs);
    const atMost = (limit: number) => ({ atMost: limit, of: "value" }) as const;
    const figures: Figure[] = [
      {
        what: "50 calls, wall",
        value: median(seen.map(({ wallMs }) => wallMs)),
        unit: "ms",
        reference: { what: "ms node -e 0", value: median(bare) },
        goal: atMost(600),
      },
      {
        what: "50 calls, CPU",
        value: median(seen.map(({ cpuSeconds }) => cpuSeconds * 1000)),
        unit: "ms",
        goal: atMost(800),
      },
      {
        what: "50 calls, peak memory",
        value: median(seen.map(({ peakMb }) => peakMb)),
        unit: "MB",
        goal: atMost(130),
      },
      {
        what: "first request after the start",
        value: median(seen.map(({ firstRequestMs }) => firstRequestMs)),
        unit: "ms",
        goal: atMost(220),
      },
      {
        what: "from answer to next request, its call included",
        value: median(betweenMs),
        unit: "ms",
        reference: { what: "ms bare loop", value: median(bareMs) },
        goal: atMost(2.5),
      },
      {
        what: "the same, 95th percentile",
        value: percentile95(betweenMs),
        unit: "ms",
        reference: { what: "ms bare loop", value: percentile95(bareMs) },
        goal: atMost(10),
      },
    ];
    return figures;
  },
};

async function prepare({ workspace, home }: TemporaryFolder): Promise<void> {
  await rm(home, { recursive: true, force: true });
  await mkdir(home, { recursive: true });
  await writeFile(
    join(home, "config.yaml"),
    "tool_loop_guardrails:\n  warn_after: 90\n  hard_stop_after: 100\n",
  );
  await mkdir(join(workspace, "src"), { recursive: true });
  for (let index = 0; index < PARTS; index += 1) {
    const text = `// TODO ${index}: name it\nexport const part${index} = ${index};\n`;
    await writeFile(join(workspace, "src", `part-${index}.ts`), text);
  }
}

function runOnce(program: string, { workspace, home }: TemporaryFolder): Seen {
  const before = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, workspace, home], {
    encoding: "utf8",
  });
  const wallMs = performance.now() - before;
  if (status !== 0) throw new Error(`the run ended with ${status}: ${stderr}`);
  return { wallMs, ...(JSON.parse(stdout) as Omit<Seen, "wallMs">) };
}

/** The same work without any of Wield. */
function bareLoop({ workspace }: TemporaryFolder): readonly number[] {
  const { status, stdout, stderr } = spawnSync(process.execPath, [BARE_LOOP, workspace, rgPath], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`the bare loop ended with ${status}: ${stderr}`);
  return (JSON.parse(stdout) as Pick<Seen, "betweenMs">).betweenMs;
}

function percentile95(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length * 0.95)] ?? Number.NaN;
}

function wallOf(args: readonly string[]): number {
  const before = performance.now();
  spawnSync(process.execPath, args);
  return performance.now() - before;
}
