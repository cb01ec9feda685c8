import { availableParallelism } from "node:os";
import type { Runtime, ToolFileCandidate } from "@wield/app";
import {
  checkTool,
  describeFixture,
  isPassed,
  reportJson,
  summarise,
  THOROUGH_CHECK_LIMITS,
  toLines,
  toShortLine,
  type ToolReport,
} from "@wield/testkit";
import { BUILT_IN_TOOLS } from "@wield/tools";
import type { CommandInput, RunCommand } from "../argv/command-spec.ts";
import { USAGE_EXIT } from "../outcome/exit-code.ts";
import { printProblem } from "../outcome/print-problem.ts";
import { watchSignals, type SignalWatch } from "../start/watch-signals.ts";
import { withRuntime } from "../start/with-runtime.ts";
import { jsonText } from "../terminal/json-text.ts";
import { builtInName } from "../tools/built-in-file.ts";
import { loaderPath } from "../tools/loader-path.ts";
import { askToConnect } from "../tools-check/ask-to-connect.ts";
import { chooseTools, type ChosenTool, type KnownTools } from "../tools-check/choose-tools.ts";
import { findOwnTools } from "../tools-check/find-own-tools.ts";
import { inParallel } from "../tools-check/in-parallel.ts";
import { ownToolFiles, waitingToolFiles } from "../tools-check/own-tool-files.ts";

/** More would make the others look slow. */
const MOST_AT_ONCE = 2;

/** `wield tools check [NAME …]` */
export const run: RunCommand = (input) =>
  // The files are imported by the check alone: one that never ends would keep the command from finding that out.
  withRuntime(input, { onlyTools: [], withoutToolFiles: true, isQuiet: true }, async (runtime) => {
    const signals = watchSignals();
    try {
      return await check(input, runtime, signals);
    } finally {
      signals.stop();
    }
  });

async function check(input: CommandInput, runtime: Runtime, signals: SignalWatch): Promise<number> {
  const { io, operands, flags, cwd } = input;
  const startedAt = performance.now();
  const files = isAboutFiles(operands) ? ownToolFiles(runtime) : [];
  const chosen = chooseTools(await knownTools(files, runtime, input), {
    names: operands,
    cwd,
    isAll: flags.has("all"),
  });
  if (!chosen.ok) return printProblem(chosen, io.err, USAGE_EXIT);
  const unusable = operands.length === 0 ? files.filter(({ problem }) => problem !== undefined) : [];
  if (chosen.value.length === 0 && unusable.length === 0) {
    io.err.line("there are no tool files of yours here; name a built-in tool, or give --all");
    return 0;
  }
  const isJson = flags.has("json");
  const reports: ToolReport[] = [];
  await inParallel(chosen.value, {
    // One after the other where questions may be asked.
    most: flags.has("live") ? 1 : Math.min(availableParallelism(), MOST_AT_ONCE),
    work: (tool) => checkOne(tool, input, signals),
    take(report) {
      if (signals.signal.aborted) return false;
      reports.push(report);
      const isOneOfMany = chosen.value.length > 1;
      if (!isJson) for (const line of linesOf(report, isOneOfMany)) io.out.line(painted(line, input));
      return true;
    },
  });
  if (signals.signal.aborted) return signals.name() === "SIGTERM" ? 143 : 130;
  const problems = unusable.map(({ path, problem }) => `tool file ${path}: ${problem ?? ""}`);
  const hasPassed = reports.every(isPassed) && problems.length === 0;
  if (isJson) {
    io.out.line(jsonText({ isPassed: hasPassed, reports: reports.map(reportJson), problems }));
  } else {
    for (const problem of problems) io.out.line(painted(`FAIL  ${problem}`, input));
    io.err.line(summarise(reports, { tookMs: performance.now() - startedAt, unloadable: problems.length }));
    if (reports.some(hasFailedExample))
      io.err.line(["examples run in a folder with", ...describeFixture()].join("\n  "));
  }
  return hasPassed ? 0 : 1;
}

function hasFailedExample({ findings }: ToolReport): boolean {
  return findings.some(({ check: name, severity }) => name === "examples" && severity === "fail");
}

/** Built-in tools are known by their names. */
function isAboutFiles(operands: readonly string[]): boolean {
  return operands.length === 0 || operands.some((name) => !isBuiltIn(name));
}

function isBuiltIn(name: string): boolean {
  return BUILT_IN_TOOLS.some((tool) => tool.name === name);
}

async function knownTools(
  files: readonly ToolFileCandidate[],
  runtime: Runtime,
  { operands, cwd }: CommandInput,
): Promise<KnownTools> {
  const loadable = files.flatMap(({ path, problem }) => (problem === undefined ? [path] : []));
  const { probes, names } = await findOwnTools(loadable, { wanted: operands, cwd });
  const replace = runtime.settings.all.find(({ name }) => name === "tools.replace")?.value;
  return {
    builtIn: BUILT_IN_TOOLS.map(({ name }) => name),
    own: probes,
    ownNames: names,
    replaceable: Array.isArray(replace) ? replace.map(String) : [],
    waiting: waitingToolFiles(runtime),
  };
}

function checkOne(
  { file, probe, taken }: ChosenTool,
  input: CommandInput,
  signals: SignalWatch,
): Promise<ToolReport> {
  const { flags } = input;
  return checkTool({
    file,
    load: loaderPath(),
    taken,
    signal: signals.signal,
    ...(probe === undefined ? {} : { probe }),
    ...(flags.has("live") ? { mayConnect: askToConnect(input, signals.interrupt) } : {}),
    ...(flags.has("thorough") ? THOROUGH_CHECK_LIMITS : {}),
  });
}

/** Of a file without a usable tool only what is wrong with it: no check could be made. */
function linesOf(report: ToolReport, isOneOfMany: boolean): readonly string[] {
  const short = isOneOfMany ? toShortLine(report) : undefined;
  if (short !== undefined) return [short];
  const lines = toLines(report);
  const isUsable = builtInName(report.file ?? "") !== undefined || !report.skipped.has("price");
  return isUsable ? lines : lines.filter((line) => !line.startsWith("--"));
}

function painted(line: string, { io }: CommandInput): string {
  const text = io.out.foreign(line);
  if (line.startsWith("FAIL")) return io.out.colours.red(text);
  return line.startsWith("warn") ? io.out.colours.yellow(text) : text;
}
