import { randomUUID } from "node:crypto";
import { basename } from "node:path";
import type { ToolDefinition } from "@wield/core";
import { DEFAULT_CHECK_LIMITS, type CheckJob, type CheckLimits } from "./check-job.ts";
import { checkStatically } from "./check-statically.ts";
import { compareContracts, type ContractPrint } from "./contract-print.ts";
import { CHECKS, RUN_CHECKS, type Remark, type ToolReport } from "./finding.ts";
import { followChild, type AskToConnect, type ChildStory } from "./follow-child.ts";
import { startChild, withScratch } from "./start-child.ts";

export interface ToolFile {
  /** Absolute path of the tool's file, or whatever else the loading module takes for one. */
  readonly file: string;
  /** Absolute path of a module that exports `loadTool(file)`; it is imported by the checking process. */
  readonly load: string;
}

export interface ToolFileCheck extends ToolFile, Partial<CheckLimits> {
  /** What `probeTool` found, when it was asked before; else it is asked now. */
  readonly probe?: ToolProbe;
  /** Names of other tools, with the place each is defined at. */
  readonly taken?: ReadonlyMap<string, string>;
  /** Lets a tool that connects make its calls, when the answer is yes. Without it none of them is made. */
  readonly mayConnect?: AskToConnect;
  /** Ends the checking process when it is aborted. What is reported then is of no use. */
  readonly signal?: AbortSignal;
}

/** What one load of a tool's file gave, in a process of its own. */
export interface ToolProbe {
  /** Absent when the file gives no usable tool. */
  readonly name?: string;
  readonly contract?: ContractPrint;
  /** What loading it did besides. */
  readonly remarks: readonly Remark[];
  readonly printed: string;
}

/** Checks a definition that is at hand, without calling it: contract, providers and price. */
export function checkDefinition(tool: ToolDefinition): ToolReport {
  return {
    tool: tool.name,
    findings: checkStatically(tool).map((remark) => ({ ...remark, tool: tool.name })),
    skipped: new Map(RUN_CHECKS.map((check) => [check, "only tool files are run by the check"])),
    inputs: { decoded: 0, run: 0, example: 0 },
    tookMs: 0,
  };
}

/** Loads a tool's file in a process of its own and tells what it defines. Never rejects for a fault of the tool. */
export async function probeTool({
  file,
  load,
  ...given
}: ToolFile & Partial<CheckLimits>): Promise<ToolProbe> {
  const limits = { ...DEFAULT_CHECK_LIMITS, ...given };
  const { name, contract, remarks, printed } = await follow({
    file,
    load,
    mode: "load",
    startsPrograms: false,
    limits,
  });
  return {
    ...(name === undefined ? {} : { name }),
    ...(contract === undefined ? {} : { contract }),
    remarks,
    printed,
  };
}

/**
 * Checks one tool file in processes of its own, which may read everything, write in a scratch folder only, start no
 * programs and use so much memory; they are killed when they hang. Never rejects for a fault of the tool.
 */
export async function checkTool(check: ToolFileCheck): Promise<ToolReport> {
  const { file, load, probe: given, taken, mayConnect, signal, ...givenLimits } = check;
  const limits: CheckLimits = { ...DEFAULT_CHECK_LIMITS, ...givenLimits };
  const startedAt = performance.now();
  const probe = given ?? (await probeTool({ file, load, ...limits }));
  if (isUnusable(probe)) return reportUnusable(file, probe, performance.now() - startedAt);
  const story = await follow(
    {
      file,
      load,
      mode: mayConnect === undefined ? "check" : "live",
      startsPrograms: needsFiles(probe),
      limits,
    },
    { ...(mayConnect === undefined ? {} : { mayConnect }), ...(signal === undefined ? {} : { signal }) },
  );
  const tool = story.name ?? basename(file);
  const remarks = [...aboutFile(story, probe, taken), ...story.remarks];
  return {
    tool,
    file,
    findings: remarks.map((remark) => ({ ...remark, tool })),
    skipped: story.skipped,
    inputs: story.inputs,
    tookMs: Math.round(performance.now() - startedAt),
  };
}

function isUnusable({ name, remarks }: ToolProbe): boolean {
  return name === undefined && remarks.some(({ severity }) => severity === "fail");
}

/** Loading it again would end in the same way, which may take long. */
function reportUnusable(file: string, { remarks }: ToolProbe, tookMs: number): ToolReport {
  const tool = basename(file);
  const found = new Set(remarks.map(({ check }) => check));
  return {
    tool,
    file,
    findings: remarks.map((remark) => ({ ...remark, tool })),
    skipped: new Map(
      CHECKS.flatMap((check) =>
        found.has(check) ? [] : [[check, "the file holds no usable tool"] as const],
      ),
    ),
    inputs: { decoded: 0, run: 0, example: 0 },
    tookMs: Math.round(tookMs),
  };
}

/** The files service searches with a program. */
function needsFiles({ contract }: ToolProbe): boolean {
  const needs = contract?.["needs"];
  return Array.isArray(needs) && needs.includes("files");
}

function follow(
  job: Omit<CheckJob, "scratch" | "token">,
  { mayConnect = async () => false, signal }: Pick<ToolFileCheck, "mayConnect" | "signal"> = {},
): Promise<ChildStory> {
  return withScratch((scratch) => {
    const whole = { ...job, scratch, token: randomUUID() };
    const child = startChild(whole);
    const end = (): void => void child.kill("SIGKILL");
    signal?.addEventListener("abort", end, { once: true });
    if (signal?.aborted === true) end();
    return followChild(child, whole, mayConnect).finally(() => signal?.removeEventListener("abort", end));
  });
}

/** What can be said of the file only from outside the process that checks it. */
function aboutFile(
  story: ChildStory,
  probe: ToolProbe,
  taken?: ReadonlyMap<string, string>,
): readonly Remark[] {
  const remarks: Remark[] = [];
  const place = story.name === undefined ? undefined : taken?.get(story.name);
  if (place !== undefined) {
    const message = `name "${story.name}" is taken by another tool (${place}); rename one of them`;
    remarks.push({ check: "contract", severity: "fail", message });
  }
  if (story.contract !== undefined && probe.contract !== undefined) {
    for (const { field, first, second } of compareContracts(story.contract, probe.contract)) {
      const message = `its ${field} differs from load to load: …${first}… and …${second}…`;
      remarks.push({ check: "contract", severity: "fail", message });
    }
  }
  if (probe.printed !== "") {
    const message = `loading the file printed ${quoted(probe.printed)}`;
    remarks.push({ check: "honest", severity: "fail", message });
  } else if (story.printed !== "") {
    const message = `its calls printed ${quoted(story.printed)}; return text, or tell progress`;
    remarks.push({ check: "honest", severity: "warn", message });
  }
  return remarks;
}

function quoted(text: string): string {
  const line = text.split("\n", 1)[0] ?? "";
  return JSON.stringify(line.length > 80 ? `${line.slice(0, 80)}…` : line);
}
