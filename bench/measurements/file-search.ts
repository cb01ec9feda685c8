import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { rgPath } from "@vscode/ripgrep";
import { createTestBench } from "@wield/testkit";
import type { TestBench } from "@wield/testkit";
import { loadBuiltInTool } from "@wield/tools";
import type { Figure, Measurement } from "../measurement.ts";
import { interleaved } from "../statistics.ts";
import { makeTreeOfFiles } from "../tree-of-files.ts";

const ROUNDS = 25;
const FILES = 20_000;
const FILES_PER_NEEDLE = 500;
const MANY_LINES = 800_000;
/** Stands in none of the files. */
const MISSING = "nowhere";

/** Searching and listing a tree of 20 000 files through the pipeline, beside ripgrep doing the same. */
export const fileSearch: Measurement = {
  name: "file-search",
  async run() {
    const tools = await Promise.all(["grep", "glob"].map((name) => loadBuiltInTool(name)));
    await using bench = await createTestBench({ tools: tools.filter((tool) => tool !== undefined) });
    await makeTreeOfFiles(bench.root, { files: FILES, filesPerNeedle: FILES_PER_NEEDLE });
    const beside = async (
      what: string,
      ours: Call,
      theirs: readonly string[],
      atMost: number,
    ): Promise<Figure> => {
      const [value = Number.NaN, reference = Number.NaN] = await interleaved(ROUNDS, [
        () => timeOfCall(bench, ours),
        () => timeOfRipgrep(bench.root, theirs),
      ]);
      return {
        what,
        value,
        unit: "ms",
        reference: { what: `rg ${theirs.join(" ")}`, value: reference },
        goal: { atMost, of: "ratio" },
      };
    };
    return [
      await beside("grep, 40 files match", ["grep", { pattern: "needle" }], ["-i", "needle", "."], 1.2),
      await beside(
        "grep, a regular expression",
        ["grep", { pattern: "the \\w+ is" }],
        ["-i", "the \\w+ is", "."],
        1.2,
      ),
      await beside("grep, no file matches", ["grep", { pattern: MISSING }], ["-i", MISSING, "."], 1.2),
      await beside("grep, all files match", ["grep", { pattern: "return" }], ["-i", "return", "."], 1.2),
      await beside(
        "glob, all files",
        ["glob", { pattern: "**/*.ts" }],
        ["--files", "--sortr", "modified"],
        1.25,
      ),
      await beside(
        "glob, 20 files",
        ["glob", { pattern: "**/file1??7.ts" }],
        ["--files", "--sortr", "modified"],
        1.25,
      ),
      await memoryForManyMatches(bench),
    ];
  },
};

type Call = readonly [tool: string, input: Readonly<Record<string, string>>];

async function timeOfCall(bench: TestBench, [tool, input]: Call): Promise<number> {
  const before = performance.now();
  const outcome = await bench.call(tool, input);
  const taken = performance.now() - before;
  if (outcome.status !== "ok") throw new Error(`${tool} failed: ${outcome.message}`);
  if (outcome.text.startsWith("No ") !== (input["pattern"] === MISSING))
    throw new Error(`${tool} found nothing`);
  bench.forget();
  return taken;
}

async function timeOfRipgrep(folder: string, args: readonly string[]): Promise<number> {
  const before = performance.now();
  const child = spawn(rgPath, args, { cwd: folder, stdio: ["ignore", "pipe", "ignore"] });
  child.stdout.resume();
  await once(child, "close");
  return performance.now() - before;
}

/** How much memory this process gains while 800 000 lines match. */
async function memoryForManyMatches(bench: TestBench): Promise<Figure> {
  const text = "a line that matches like all the others in here\n".repeat(MANY_LINES / 8);
  for (let part = 0; part < 8; part += 1) await writeFile(join(bench.root, `many${part}.txt`), text);
  await timeOfCall(bench, ["grep", { pattern: "matches like" }]);
  const before = process.memoryUsage.rss();
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 1);
  for (let round = 0; round < 5; round += 1) await timeOfCall(bench, ["grep", { pattern: "matches like" }]);
  clearInterval(watch);
  return {
    what: "memory gained with 800 000 matches",
    value: (peak - before) / 1024 / 1024,
    unit: "MB",
    goal: { atMost: 32, of: "value" },
  };
}
