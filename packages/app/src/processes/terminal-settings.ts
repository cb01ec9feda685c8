import { adds, personOnly, replaces, type Setting } from "@wield/core";

const NAMES = "a list of names of variables, * allowed";

export const TERMINAL_SETTINGS = {
  "terminal.shell": {
    description: "The POSIX shell that runs commands; empty for bash, or sh where there is no bash.",
    default: "",
    allowed: "a program, as a name or a path",
    schema: (z) => z.string(),
    workspace: personOnly(),
  } satisfies Setting<string>,
  "terminal.idle": {
    description:
      "Seconds after which a shell that is not used is ended. The next one has its folder and variables.",
    default: 3600,
    allowed: "a positive number of seconds",
    schema: (z) => z.number().positive().max(1_000_000),
    workspace: replaces(),
  } satisfies Setting<number>,
  "terminal.env_pass": {
    description: "Variables that commands get although they look like secrets.",
    default: [],
    allowed: NAMES,
    schema: (z) => z.array(z.string().min(1)).readonly(),
    workspace: personOnly(),
  } satisfies Setting<readonly string[]>,
  "terminal.env_drop": {
    description: "Variables that commands do not get, besides those that look like secrets.",
    default: [],
    allowed: NAMES,
    schema: (z) => z.array(z.string().min(1)).readonly(),
    workspace: adds(),
    protects: true,
  } satisfies Setting<readonly string[]>,
};
