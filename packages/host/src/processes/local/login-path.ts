import { execFile } from "node:child_process";
import { userInfo } from "node:os";

const LIMIT_MS = 5000;
const MARK = "\u001e";

/**
 * The PATH of the person's login shell, as its own start-up files make it. Nothing when the shell does not tell in time.
 */
export function readLoginPath(
  env: Readonly<Record<string, string | undefined>>,
): Promise<string | undefined> {
  const shell = env["SHELL"] ?? userInfo().shell ?? "";
  if (!shell.startsWith("/")) return Promise.resolve(undefined);
  const { HOME, USER, LOGNAME, LANG, PATH } = env;
  const known = Object.entries({ HOME, USER, LOGNAME, LANG, PATH, TERM: "dumb" });
  return new Promise((resolve) => {
    const child = execFile(
      shell,
      ["-l", "-c", `printf '${MARK}%s${MARK}' "$PATH"`],
      {
        env: Object.fromEntries(known.filter(([, text]) => text !== undefined)),
        timeout: LIMIT_MS,
        killSignal: "SIGKILL",
        maxBuffer: 1024 * 1024,
      },
      (_error, stdout) => resolve(stdout.split(MARK)[1] || undefined),
    );
    child.stdin?.end();
  });
}

/** Entries of the starting shell that the login shell does not know come first: an environment is active there. */
export function joinPaths(starting: string | undefined, login: string | undefined): string {
  const known = (login ?? "").split(":").filter((entry) => entry !== "");
  const added = (starting ?? "").split(":").filter((entry) => entry !== "" && !known.includes(entry));
  const joined = [...new Set([...added, ...known])];
  return joined.length === 0 ? "/usr/local/bin:/usr/bin:/bin" : joined.join(":");
}
