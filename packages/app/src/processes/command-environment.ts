import { secretsFromEnvironment } from "../secrets/secrets-from-environment.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Programs that ask, page or draw would wait for somebody who is not there. */
export const alwaysSet: Readonly<Record<string, string>> = {
  TERM: "dumb",
  PAGER: "cat",
  GIT_PAGER: "cat",
  MANPAGER: "cat",
  EDITOR: "false",
  VISUAL: "false",
  GIT_EDITOR: "false",
  GIT_SEQUENCE_EDITOR: "false",
  GIT_TERMINAL_PROMPT: "0",
  NO_COLOR: "1",
};

/** They belong to the shell that Wield was started from. */
const OF_STARTING_SHELL = new Set(["PWD", "OLDPWD", "SHLVL", "_"]);

export interface CommandEnvironment {
  readonly env: Readonly<Record<string, string>>;
  /** Names of variables that commands do not get, sorted. */
  readonly dropped: readonly string[];
}

/**
 * What commands get of the environment Wield was started with: all of it but what holds a secret of its own, and what
 * the settings drop. `pass` beats `drop` and the secrets. Names may hold `*`.
 */
export function commandEnvironment(
  given: Environment,
  { pass, drop }: { readonly pass: readonly string[]; readonly drop: readonly string[] },
): CommandEnvironment {
  const secret = new Set(secretsFromEnvironment(given).map(({ name }) => name));
  const env: Record<string, string> = {};
  const dropped: string[] = [];
  for (const [name, text] of Object.entries(given)) {
    if (text === undefined || OF_STARTING_SHELL.has(name)) continue;
    const isKept = matchesOne(name, pass) || !(secret.has(name) || matchesOne(name, drop));
    if (isKept) env[name] = text;
    else dropped.push(name);
  }
  return { env: { ...env, ...alwaysSet }, dropped: dropped.toSorted() };
}

function matchesOne(name: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => {
    const [first = "", ...rest] = pattern.split("*");
    if (rest.length === 0) return name === first;
    if (!name.startsWith(first)) return false;
    const last = rest.pop() ?? "";
    let at = first.length;
    for (const part of rest) {
      const found = name.indexOf(part, at);
      if (found < 0) return false;
      at = found + part.length;
    }
    return name.length - last.length >= at && name.endsWith(last);
  });
}
