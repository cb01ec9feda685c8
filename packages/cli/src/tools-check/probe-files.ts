import { availableParallelism } from "node:os";
import { probeTool, type ToolProbe } from "@wield/testkit";
import { loaderPath } from "../tools/loader-path.ts";
import { inParallel } from "./in-parallel.ts";

const MOST_AT_ONCE = 4;

/** Loads tool files, each in a process of its own, a few at a time. In their order. */
export async function probeFiles(files: readonly string[]): Promise<ReadonlyMap<string, ToolProbe>> {
  const probes = new Map<string, ToolProbe>();
  await inParallel(files, {
    most: Math.min(availableParallelism(), MOST_AT_ONCE),
    work: async (file) => ({ file, probe: await probeTool({ file, load: loaderPath() }) }),
    take({ file, probe }) {
      probes.set(file, probe);
      return true;
    },
  });
  return probes;
}
