import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, extname, join } from "node:path";
import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import type { ToolDefinition } from "@wield/core";
import { DEFAULT_CHECK_LIMITS, type CheckJob, type CheckLimits, type ChildMessage } from "./check-job.ts";
import { checkStatically } from "./check-statically.ts";
import { hearChild } from "./hear-child.ts";
import { CHECKS, RUN_CHECKS, type CheckName, type Finding, type ToolReport } from "./finding.ts";

export interface ToolFileCheck extends Partial<CheckLimits> {
  /** Absolute path of the tool's file. */
  readonly file: string;
  /** Absolute path of a module that exports `loadTool(file)`; it is imported by the checking process. */
  readonly load: string;
}

/** Checks a definition that is at hand, without calling it: contract, providers and price. */
export function checkDefinition(tool: ToolDefinition): ToolReport {
  return {
    tool: tool.name,
    findings: checkStatically(tool).map((remark) => ({ ...remark, tool: tool.name })),
    skipped: new Map(RUN_CHECKS.map((check) => [check, "only tool files are run by the check"])),
  };
}

/**
 * Checks one tool file in a process of its own, which may read everything, write in a scratch folder only, start no
 * programs and use so much memory; it is killed when it hangs. Never rejects for a fault of the tool.
 */
export async function checkTool({ file, load, ...given }: ToolFileCheck): Promise<ToolReport> {
  const limits: CheckLimits = { ...DEFAULT_CHECK_LIMITS, ...given };
  const scratch = await realpath(await mkdtemp(join(tmpdir(), "wield-check-")));
  try {
    for (const folder of ["start", "home", "tmp"]) await mkdir(join(scratch, folder));
    return await follow(startChild({ file, load, scratch, limits }), { file, limits });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

function startChild(job: CheckJob): ChildProcess {
  const flags = [
    "--permission",
    "--allow-fs-read=*",
    `--allow-fs-write=${job.scratch}`,
    `--max-old-space-size=${job.limits.memoryMb}`,
    "--no-warnings",
  ];
  return spawn(process.execPath, [...flags, CHILD, JSON.stringify(job)], {
    cwd: join(job.scratch, "start"),
    env: {
      PATH: process.env["PATH"],
      LANG: process.env["LANG"],
      HOME: join(job.scratch, "home"),
      TMPDIR: join(job.scratch, "tmp"),
      WIELD_HOME: join(job.scratch, "home", ".wield"),
    },
    stdio: ["ignore", "ignore", "pipe", "pipe"],
  });
}

/** Until its first word the process only loads the check itself; a busy machine may take long for that. */
const START_MS = 60_000;

/** Beside this module, as source or built. */
const CHILD = fileURLToPath(new URL(`child${extname(import.meta.url)}`, import.meta.url));

interface Following {
  readonly file: string;
  readonly limits: CheckLimits;
}

/** Gathers what the process says until it ends or hangs. */
async function follow(child: ChildProcess, { file, limits }: Following): Promise<ToolReport> {
  let tool = basename(file);
  let place: { readonly check: CheckName; readonly what: string } = { check: "contract", what: "starting" };
  let isDone = false;
  let isHung = false;
  const remarks: Omit<Finding, "tool">[] = [];
  const skipped = new Map<CheckName, string>();

  let watchdog: NodeJS.Timeout | undefined;
  const feed = (patienceMs: number): void => {
    clearTimeout(watchdog);
    watchdog = setTimeout(() => {
      isHung = true;
      child.kill("SIGKILL");
    }, patienceMs);
  };
  const hear = (message: ChildMessage): void => {
    if (message.type === "tool") tool = message.name;
    else if (message.type === "at") place = message;
    else if (message.type === "remark")
      remarks.push({ check: message.check, severity: message.severity, message: message.message });
    else if (message.type === "skipped") skipped.set(message.check, message.reason);
    else isDone = true;
  };

  feed(START_MS);
  const errors = tailOf(pipeOf(child, 2));
  hearChild(pipeOf(child, 3), (message) => {
    feed(limits.hangMs);
    hear(message);
  });
  const [code, signal] = (await once(child, "close")) as [number | null, NodeJS.Signals | null];
  clearTimeout(watchdog);
  if (!isDone) {
    remarks.push({
      ...earlyEnd({ code, signal, isHung, place, limits, errors: errors() }),
      severity: "fail",
    });
    skipUnseen(remarks, skipped, place.check);
  }
  return { tool, file, findings: remarks.map((remark) => ({ ...remark, tool })), skipped };
}

interface EarlyEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly isHung: boolean;
  readonly place: { readonly check: CheckName; readonly what: string };
  readonly limits: CheckLimits;
  readonly errors: string;
}

/** Why the process ended before it was through, with what it was doing. */
function earlyEnd({
  code,
  signal,
  isHung,
  place,
  limits,
  errors,
}: EarlyEnd): Pick<Finding, "check" | "message"> {
  const { check, what } = place;
  if (isHung) {
    const message = `${what}: never returned and blocked its process; it was ended after ${limits.hangMs / 1000} s`;
    return { check: check === "examples" ? "time-out" : check, message };
  }
  if (/heap out of memory|heap limit/i.test(errors)) {
    return { check, message: `${what}: used more than ${limits.memoryMb} MB of memory` };
  }
  const how = signal === null ? `exit code ${code}` : signal;
  const lines = errors.trim().split("\n");
  const said = lines.find((line) => /^\w*Error\b/.test(line)) ?? lines[0] ?? "";
  return { check, message: `${what}: ended its process (${how})${said === "" ? "" : `: ${said}`}` };
}

/** After an early end, checks without a finding were not made. */
function skipUnseen(
  remarks: readonly Omit<Finding, "tool">[],
  skipped: Map<CheckName, string>,
  last: CheckName,
): void {
  for (const check of CHECKS) {
    if (remarks.some((remark) => remark.check === check)) continue;
    const isEarlier = !RUN_CHECKS.includes(check) && last !== "contract";
    if (!isEarlier) skipped.set(check, "the checking process ended before it");
  }
}

function pipeOf(child: ChildProcess, descriptor: 2 | 3): Readable {
  const pipe = child.stdio[descriptor];
  if (!(pipe instanceof Readable))
    throw new Error(`descriptor ${descriptor} of the checking process is not a pipe`);
  return pipe;
}

const MOST_ERROR_TEXT = 20_000;

function tailOf(stream: Readable): () => string {
  let text = "";
  stream.setEncoding("utf8").on("data", (piece: string) => {
    text = (text + piece).slice(-MOST_ERROR_TEXT);
  });
  return () => text;
}
