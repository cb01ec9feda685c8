import { fail, type Outcome, value } from "@wield/core";
import { askPlace } from "../processes/remote/ask-place.ts";
import type { RemotePlace } from "../processes/remote/remote-place.ts";
import { quoteWord } from "../processes/shell/quote-word.ts";

/** What a server tells about itself and the folder that is worked in. */
export interface ServerFacts {
  /** The folder with its links resolved; absolute. */
  readonly folder: string;
  /** What `~` stands for there. */
  readonly home: string;
  readonly user: string;
  /** Such as `linux`. */
  readonly system: string;
  /** What reads commands: `/bin/bash`. */
  readonly shell: string;
}

const BETWEEN = "\u001f";

/**
 * Looks at a folder of a server: absolute, below `~/`, or relative to the home there. Fails with `backend_unavailable`
 * when the server cannot be reached or the folder cannot be entered.
 */
export async function readServerFacts(place: RemotePlace, folder: string): Promise<Outcome<ServerFacts>> {
  const asked = await askPlace(place, factsScript(inHome(folder)));
  if (!asked.ok) return asked;
  const { label } = place.facts;
  const { text, exitCode } = asked.value;
  if (exitCode === 3) {
    return fail("backend_unavailable", `ssh: the folder ${folder} on ${label} ${text.trim()}`, {
      hint: "a person makes it there, or changes ssh.folder.",
    });
  }
  const [real = "", home = "", user = "", system = "", shell = ""] = text.split(BETWEEN);
  if (exitCode !== 0 || !real.startsWith("/")) {
    return fail("backend_unavailable", `ssh: ${label} has no POSIX shell at /bin/sh that works`, {
      hint: "nothing else is needed there; look at the server, or change workspace.backend.",
    });
  }
  return value({ folder: real, home, user, system: system.toLowerCase(), shell });
}

function inHome(folder: string): string {
  if (folder === "~") return ".";
  return folder.startsWith("~/") ? `./${folder.slice(2)}` : folder;
}

function factsScript(folder: string): string {
  const word = quoteWord(folder);
  return [
    "cd 2>/dev/null || cd /",
    `[ -e ${word} ] || { echo "does not exist"; exit 3; }`,
    `[ -d ${word} ] || { echo "is no folder"; exit 3; }`,
    `cd -- ${word} 2>/dev/null || { echo "cannot be entered"; exit 3; }`,
    "s=/bin/sh",
    'for d in $(IFS=:; printf "%s " $PATH) /bin /usr/bin /usr/local/bin; do [ -x "$d/bash" ] && s=$d/bash && break; done',
    `printf '%s${BETWEEN}' "$(pwd -P)" "\${HOME:-/}" "$(id -un 2>/dev/null)" "$(uname -s 2>/dev/null)" "$s"`,
  ].join("\n");
}

/** The environment a login has there, as its own shell and start-up files make it. Nothing of it is filtered. */
export async function readServerEnvironment(
  place: RemotePlace,
): Promise<Outcome<Readonly<Record<string, string>>>> {
  const asked = await askPlace(place, ENVIRONMENT_SCRIPT);
  if (!asked.ok) return asked;
  const [variables = "", path = ""] = asked.value.text.split(BETWEEN);
  const env = readVariables(variables);
  return value(path === "" ? env : { ...env, PATH: path });
}

/** A start-up file that waits for something is not waited for. */
const ENVIRONMENT_SCRIPT = `
{ env -0 2>/dev/null || env | tr '\\n' '\\0'; }
printf '${BETWEEN}'
"\${SHELL:-/bin/sh}" -l -c "printf '${BETWEEN}%s${BETWEEN}' \\"\\$PATH\\"" </dev/null 2>/dev/null &
p=$!
(sleep 5; kill -9 $p) >/dev/null 2>&1 </dev/null &
w=$!
wait $p
kill $w 2>/dev/null
exit 0`;

function readVariables(text: string): Readonly<Record<string, string>> {
  const variables = text.split("\0").flatMap((line): [string, string][] => {
    const at = line.indexOf("=");
    const name = line.slice(0, at);
    return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? [[name, line.slice(at + 1)]] : [];
  });
  return Object.fromEntries(variables);
}
