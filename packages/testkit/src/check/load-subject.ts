import { setImmediate } from "node:timers/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { isToolDefinition, type ToolDefinition } from "@wield/core";
import { describeAttempt } from "../watch/attempt.ts";
import { compareSnapshots, takeSnapshot } from "../watch/tree-snapshot.ts";
import { watchImport } from "../watch/watch-import.ts";
import type { HostWatch } from "../watch/watch-host.ts";
import type { CheckJob } from "./check-job.ts";
import type { Remark } from "./finding.ts";
import type { FixtureService } from "./fixture-service.ts";
import { after, seconds } from "./patience.ts";

/** What the loading module exports. */
interface Loader {
  readonly loadTool?: (file: string) => unknown;
  readonly fixtureServices?: () => readonly FixtureService[];
}

export interface LoadedSubject {
  /** Absent when the file gives no usable tool. */
  readonly tool?: ToolDefinition;
  readonly services: readonly FixtureService[];
  readonly remarks: readonly Remark[];
}

/** Turns of the loop in which what an import began shows up. */
const TURNS = 5;

/** Imports the tool's file and tells what that did besides. */
export async function loadSubject(job: CheckJob, host: HostWatch): Promise<LoadedSubject> {
  // What the check itself loads is not the tool's doing.
  await import("zod");
  const loader = (await import(pathToFileURL(job.load).href)) as Loader;
  const services = loader.fixtureServices?.() ?? [];
  host.take();
  const before = takeSnapshot(job.scratch);
  const watch = watchImport();
  const loaded = await load(loader, job);
  for (let turn = 0; turn < TURNS; turn += 1) await setImmediate();
  const remarks = [
    ...watch.end(),
    ...compareSnapshots(before, takeSnapshot(job.scratch)).map(
      ({ how, path }) => `${how} ${join(job.scratch, path)}`,
    ),
    ...host.take().map((attempt) => `tried to ${describeAttempt(attempt)}`),
  ].map((did): Remark => ({ check: "honest", severity: "fail", message: `loading the file ${did}` }));
  if (typeof loaded !== "string") return { tool: loaded, services, remarks };
  return { services, remarks: [{ check: "contract", severity: "fail", message: loaded }, ...remarks] };
}

/** The tool, or why there is none. */
async function load(loader: Loader, { file, limits }: CheckJob): Promise<ToolDefinition | string> {
  // Sooner than the process is killed for saying nothing.
  const limitMs = Math.round(limits.hangMs / 2);
  const wait = after(limitMs);
  try {
    const late = wait.over.then(() => `its import did not end within ${seconds(limitMs)}`);
    const loaded: unknown = await Promise.race([loader.loadTool?.(file), late]);
    if (isToolDefinition(loaded)) return loaded;
    return typeof loaded === "string" ? loaded : "the file has no tool as its default export";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    wait.cancel();
  }
}
