import { findPlaces, setSetting } from "@wield/app";
import type { RunCommand } from "../argv/command-spec.ts";
import { shownValue } from "../configuration/setting-lines.ts";
import { USAGE_EXIT } from "../outcome/exit-code.ts";
import { printProblem } from "../outcome/print-problem.ts";

/** `wield config set NAME VALUE`. Opens nothing else, so that it also mends a configuration that stops the start. */
export const run: RunCommand = async ({ io, env, cwd, flags, operands }) => {
  const [name = "", text = ""] = operands;
  const workspaceFlag = flags.get("workspace");
  const places = findPlaces({ cwd, env, ...(workspaceFlag === undefined ? {} : { workspaceFlag }) });
  if (!places.ok) return printProblem(places, io.err, USAGE_EXIT);
  const { configFile: file, userHome } = places.value;
  const done = await setSetting({ file, name, text, userHome });
  if (!done.ok) return printProblem(done, io.err, USAGE_EXIT);
  for (const warning of done.value.warnings)
    io.err.line(io.err.colours.yellow(`wield: ${io.err.foreign(warning)}`));
  io.out.line(`${name}: ${io.out.foreign(shownValue(done.value.value))}  (${io.out.foreign(file)})`);
  return 0;
};
