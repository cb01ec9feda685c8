import { realpathSync } from "node:fs";
import { basename, join, relative } from "node:path";
import type { Runtime } from "@wield/app";
import { BUILT_IN_TOOLS } from "@wield/tools";
import type { CommandInput, RunCommand } from "../argv/command-spec.ts";
import { USAGE_EXIT } from "../outcome/exit-code.ts";
import { printProblem } from "../outcome/print-problem.ts";
import { withRuntime } from "../start/with-runtime.ts";
import { ownToolFiles } from "../tools-check/own-tool-files.ts";
import { probeFiles } from "../tools-check/probe-files.ts";
import { nodeCommand } from "../tools-new/node-command.ts";
import { installedTypes } from "../tools-new/installed-types.ts";
import { testTemplate } from "../tools-new/test-template.ts";
import { newToolName } from "../tools-new/tool-name.ts";
import { toolTemplate } from "../tools-new/tool-template.ts";
import { tsconfigTemplate } from "../tools-new/tsconfig-template.ts";
import { writeNewFiles, type WrittenFiles } from "../tools-new/write-new-files.ts";

/** `wield tools new NAME [--person | --workspace]` */
export const run: RunCommand = (input) => {
  const { flags, io } = input;
  if (flags.has("person") && flags.has("workspace")) {
    io.err.line("--person and --workspace say different places; give one of them");
    return Promise.resolve(USAGE_EXIT);
  }
  // Here the flag is a switch; before the command it names a folder, as everywhere.
  const isSwitch = flags.get("workspace") === "";
  const folderFlags = isSwitch ? new Map([...flags].filter(([name]) => name !== "workspace")) : flags;
  return withRuntime(
    { ...input, flags: folderFlags },
    { onlyTools: [], withoutToolFiles: true, isQuiet: true },
    (runtime) => create(input, runtime),
  );
};

async function create({ io, operands, flags, cwd, env }: CommandInput, runtime: Runtime): Promise<number> {
  const name = newToolName(operands[0] ?? "", await takenNames(runtime));
  if (!name.ok) return printProblem(name, io.err, USAGE_EXIT);
  const place = placeFor(runtime, flags.has("workspace"));
  const node = nodeCommand(env["PATH"]);
  const file = `${name.value}.ts`;
  const test = join(place.folder, `${name.value}.test.ts`);
  const shown = (path: string): string => shortest(path, cwd);
  const written = writeNewFiles([
    { path: join(place.folder, file), text: toolTemplate(name.value) },
    {
      path: test,
      text: testTemplate({
        name: name.value,
        file,
        command: `${node} --test ${test}`,
        wield: realpathSync(process.argv[1] ?? ""),
      }),
    },
    {
      path: join(place.folder, "tsconfig.json"),
      text: tsconfigTemplate(installedTypes()),
      mayBeThere: true,
    },
  ]);
  if (!written.ok) return printProblem(written, io.err, 1);
  tell(io.out.foreign, { written: written.value, shown }).forEach((line) => io.out.line(line));
  const steps = nextSteps({
    name: name.value,
    file: shown(join(place.folder, file)),
    needsTrust: place.needsTrust,
  });
  for (const line of [...steps, `its test: ${node} --test ${shown(test)}`]) io.err.line(io.err.foreign(line));
  return 0;
}

async function takenNames(runtime: Runtime): Promise<ReadonlyMap<string, string>> {
  const files = ownToolFiles(runtime).flatMap(({ path, problem }) => (problem === undefined ? [path] : []));
  const own = [...(await probeFiles(files))].flatMap(
    ([path, { name }]): readonly (readonly [string, string])[] => (name === undefined ? [] : [[name, path]]),
  );
  return new Map([...own, ...BUILT_IN_TOOLS.map(({ name }) => [name, "built in"] as const)]);
}

interface Place {
  readonly folder: string;
  /** A folder's own tools are used only after somebody said so. */
  readonly needsTrust: boolean;
}

function placeFor({ home, workspaceRoot }: Runtime, isForWorkspace: boolean): Place {
  const own = join(home, "tools");
  const folder = join(workspaceRoot, ".wield", "tools");
  return isForWorkspace && folder !== own ? { folder, needsTrust: true } : { folder: own, needsTrust: false };
}

function tell(
  foreign: (text: string) => string,
  { written, shown }: { readonly written: WrittenFiles; readonly shown: (path: string) => string },
): readonly string[] {
  return [
    ...written.written.map((path) => `wrote ${foreign(shown(path))}`),
    ...written.kept.map((path) => `left ${foreign(basename(path))} as it is`),
  ];
}

interface Steps {
  readonly name: string;
  readonly file: string;
  readonly needsTrust: boolean;
}

function nextSteps({ name, file, needsTrust }: Steps): readonly string[] {
  return [
    `next: edit ${file}, then`,
    `  wield tools check ${needsTrust ? file : name}`,
    ...(needsTrust ? ["  wield trust"] : []),
    `  wield call ${name} path=FILE`,
  ];
}

function shortest(path: string, cwd: string): string {
  const short = relative(cwd, path);
  return short === "" || short.startsWith("..") ? path : short;
}
