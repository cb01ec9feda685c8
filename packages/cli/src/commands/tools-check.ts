import { existsSync } from "node:fs";
import { basename, resolve } from "node:path";
import { listNames, nearestName } from "@wield/core";
import type { Runtime } from "@wield/app";
import { checkTool, describeFixture, isPassed, toLines } from "@wield/testkit";
import type { ToolReport } from "@wield/testkit";
import type { CommandInput, RunCommand } from "../argv/command-spec.ts";
import { USAGE_EXIT } from "../outcome/exit-code.ts";
import { withRuntime } from "../start/with-runtime.ts";
import { builtInFile } from "../tools/built-in-file.ts";
import { loaderPath } from "../tools/loader-path.ts";
import { jsonText } from "../terminal/json-text.ts";

/** A tool to check, or a file that gave none. */
interface Candidate {
  readonly name: string;
  readonly file: string;
}

/** `wield tools check [NAME …]` */
export const run: RunCommand = (input) =>
  withRuntime(input, { isQuiet: true }, async (runtime) => {
    const { io, operands, flags } = input;
    const chosen = choose(operands, runtime, input);
    if (typeof chosen === "string") {
      io.err.line(chosen);
      return USAGE_EXIT;
    }
    const broken = operands.length === 0 ? runtime.notices.filter(({ kind }) => kind === "tool_file") : [];
    if (chosen.length === 0 && broken.length === 0) {
      io.err.line("there are no tool files of yours here; name a built-in tool, or give --all");
      return 0;
    }
    const reports: ToolReport[] = [];
    for (const { file } of chosen) {
      const report = await checkTool({ file, load: loaderPath() });
      reports.push(report);
      if (!flags.has("json")) for (const line of toLines(report)) io.out.line(painted(line, input));
    }
    for (const { text } of broken) io.out.line(painted(`FAIL  ${text}`, input));
    if (flags.has("json")) io.out.line(jsonText(reports));
    const failed = reports.filter((report) => !isPassed(report)).length + broken.length;
    if (!flags.has("json"))
      io.err.line(
        failed === 0
          ? `${reports.length} checked, all pass`
          : `${reports.length + broken.length} checked, ${failed} failed\n${describeFixture()}`,
      );
    return failed === 0 ? 0 : 1;
  });

function choose(
  names: readonly string[],
  runtime: Runtime,
  { flags, cwd }: CommandInput,
): readonly Candidate[] | string {
  const known = candidates(runtime);
  if (names.length === 0) return known.filter(({ file }) => flags.has("all") || file.startsWith("/"));
  const chosen: Candidate[] = [];
  for (const name of names) {
    const found = known.find((candidate) => candidate.name === name);
    const file = resolve(cwd, name);
    if (found !== undefined) chosen.push(found);
    else if (existsSync(file)) chosen.push({ name: basename(file), file });
    else {
      const nearest = nearestName(
        name,
        known.map((candidate) => candidate.name),
      );
      return `there is no tool ${JSON.stringify(name)}; ${nearest === undefined ? `there are ${listNames(known.map((candidate) => candidate.name))}` : `did you mean ${nearest}?`}`;
    }
  }
  return chosen;
}

function candidates({ registry }: Runtime): readonly Candidate[] {
  return registry.list().flatMap(({ tool, source, origin }) => {
    if (source === "person" || source === "workspace") return [{ name: tool.name, file: origin }];
    return source === "built_in" ? [{ name: tool.name, file: builtInFile(tool.name) }] : [];
  });
}

function painted(line: string, { io }: CommandInput): string {
  const text = io.out.foreign(line);
  if (line.startsWith("FAIL")) return io.out.colours.red(text);
  return line.startsWith("warn") ? io.out.colours.yellow(text) : text;
}
