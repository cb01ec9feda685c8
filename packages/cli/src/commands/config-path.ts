import { existsSync } from "node:fs";
import { join } from "node:path";
import { findPlaces } from "@wield/app";
import type { RunCommand } from "../argv/command-spec.ts";
import { USAGE_EXIT } from "../outcome/exit-code.ts";
import { printProblem } from "../outcome/print-problem.ts";

/** `wield config path`: the home's file on standard output, what there is of the folder's on standard error. */
export const run: RunCommand = async ({ io, env, cwd, flags }) => {
  const workspaceFlag = flags.get("workspace");
  const places = findPlaces({ cwd, env, ...(workspaceFlag === undefined ? {} : { workspaceFlag }) });
  if (!places.ok) return printProblem(places, io.err, USAGE_EXIT);
  const { configFile, workspaceRoot } = places.value;
  io.out.line(io.out.foreign(configFile));
  if (!existsSync(configFile)) io.err.line("(not there yet; wield config set makes it)");
  const own = join(workspaceRoot, ".wield", "config.yaml");
  if (existsSync(own)) io.err.line(`this folder has its own: ${io.err.foreign(own)}`);
  return 0;
};
