import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";

/** Where distributions put it. PATH is not asked: a folder in it may belong to the workspace. */
const PLACES = ["/usr/bin/bwrap", "/usr/local/bin/bwrap", "/bin/bwrap"];

const PROBE_LIMIT_MS = 5000;

export type FoundBubblewrap =
  | { readonly isUsable: true; readonly program: string }
  | { readonly isUsable: false; readonly reason: string };

/** Tries it with the very arguments it will have: what works is what counts, not what is installed. */
export function findBubblewrap(
  args: readonly string[],
  options: { readonly places?: readonly string[]; readonly folder: string },
): FoundBubblewrap {
  if (process.platform !== "linux") return { isUsable: false, reason: "bubblewrap exists on Linux only" };
  const program = (options.places ?? PLACES).find(isProgram);
  if (program === undefined) return { isUsable: false, reason: "bubblewrap (bwrap) is not installed" };
  const tried = spawnSync(program, [...args, "/bin/sh", "-c", "exit 0"], {
    cwd: options.folder,
    stdio: ["ignore", "ignore", "pipe"],
    timeout: PROBE_LIMIT_MS,
    encoding: "utf8",
  });
  if (tried.status === 0) return { isUsable: true, program };
  const said = tried.error?.message ?? tried.stderr.trim();
  return { isUsable: false, reason: `bubblewrap does not work here: ${said || `exit code ${tried.status}`}` };
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
