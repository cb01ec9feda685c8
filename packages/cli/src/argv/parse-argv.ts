import { addValue } from "./flag-values.ts";
import type { CommandSpec, FlagSpec } from "./command-spec.ts";

/** What the words behind `wield` ask for. */
export type ParsedArgv =
  | {
      readonly kind: "run";
      readonly command: CommandSpec;
      readonly operands: readonly string[];
      readonly flags: ReadonlyMap<string, string>;
    }
  | { readonly kind: "help"; readonly topic?: string }
  | { readonly kind: "version" }
  | UsageMistake;

/** Nothing was run. `near` are the names that `given` may have meant. */
export interface UsageMistake {
  readonly kind: "mistake";
  readonly message: string;
  /** The command whose help fits. */
  readonly command?: CommandSpec;
  readonly given?: string;
  readonly near?: readonly string[];
}

export interface ArgvWorld {
  readonly commands: readonly CommandSpec[];
  /** Flags that every command takes. */
  readonly globalFlags: readonly FlagSpec[];
}

const HELP: FlagSpec = { name: "help", short: "h", about: "this help" };
const VERSION: FlagSpec = { name: "version", short: "v", about: "the version" };

/** Reads the words of a command line. A command of two words (`tools show`) beats one of one word. Pure. */
export function parseArgv(argv: readonly string[], world: ArgvWorld): ParsedArgv {
  const start = leadingFlags(argv, world);
  if (start.kind !== "words") return start;
  const [first, second] = start.rest;
  if (first === undefined) return parseWords(commandNamed("", world), start, world);
  if (first === "help")
    return { kind: "help", ...(start.rest.length > 1 ? { topic: start.rest.slice(1).join(" ") } : {}) };
  const two = second === undefined ? undefined : commandNamed(`${first} ${second}`, world);
  if (two !== undefined) return parseWords(two, { ...start, rest: start.rest.slice(2) }, world);
  const one = commandNamed(first, world);
  if (one === undefined) {
    return {
      kind: "mistake",
      message: `unknown command ${JSON.stringify(first)}`,
      given: first,
      near: [
        ...new Set(world.commands.map(({ name }) => name.split(" ")[0] ?? "").filter((name) => name !== "")),
      ],
    };
  }
  return parseWords(one, { ...start, rest: start.rest.slice(1) }, world);
}

function commandNamed(name: string, world: ArgvWorld): CommandSpec | undefined {
  return world.commands.find((command) => command.name === name);
}

interface Words {
  readonly kind: "words";
  readonly rest: readonly string[];
  readonly flags: Map<string, string>;
}

/** Flags before the command: those that every command takes or bare `wield`, and help and version. */
function leadingFlags(argv: readonly string[], world: ArgvWorld): Words | ParsedArgv {
  const flags = new Map<string, string>();
  let at = 0;
  while (at < argv.length) {
    const word = argv[at] ?? "";
    if (!word.startsWith("-") || word === "-") break;
    const known = [...world.globalFlags, ...(commandNamed("", world)?.flags ?? []), HELP, VERSION];
    const taken = takeFlag(argv, at, { known, flags });
    if (typeof taken !== "number") return taken;
    if (flags.has("help")) return { kind: "help" };
    if (flags.has("version")) return { kind: "version" };
    at = taken;
  }
  return { kind: "words", rest: argv.slice(at), flags };
}

function parseWords(command: CommandSpec | undefined, { rest, flags }: Words, world: ArgvWorld): ParsedArgv {
  if (command === undefined) return { kind: "help" };
  const known = [...command.flags, ...world.globalFlags, HELP];
  const stray = [...flags.keys()].find((name) => !known.some((flag) => flag.name === name));
  if (stray !== undefined) {
    const message = `wield ${command.name} does not take --${stray}`;
    return { kind: "mistake", message, command };
  }
  const operands: string[] = [];
  let at = 0;
  while (at < rest.length) {
    const word = rest[at] ?? "";
    if (word === "--") {
      operands.push(...rest.slice(at + 1));
      break;
    }
    if (word.startsWith("-") && word !== "-") {
      const taken = takeFlag(rest, at, { known, flags, command });
      if (typeof taken !== "number") return taken;
      if (flags.has("help")) return { kind: "help", ...(command.name === "" ? {} : { topic: command.name }) };
      at = taken;
    } else {
      operands.push(word);
      at += 1;
    }
  }
  return countMistake(command, operands, world) ?? { kind: "run", command, operands, flags };
}

interface FlagPlace {
  readonly known: readonly FlagSpec[];
  readonly flags: Map<string, string>;
  readonly command?: CommandSpec;
}

/** Reads the flag at `at` into `flags`; gives the place of the next word. */
function takeFlag(words: readonly string[], at: number, place: FlagPlace): number | UsageMistake {
  const word = words[at] ?? "";
  const equals = word.startsWith("--") ? word.indexOf("=") : -1;
  const written = equals < 0 ? word : word.slice(0, equals);
  const flag = place.known.find(
    ({ name, short }) => written === `--${name}` || (short !== undefined && written === `-${short}`),
  );
  const where = place.command === undefined ? {} : { command: place.command };
  if (flag === undefined) {
    return {
      kind: "mistake",
      message: `unknown flag ${JSON.stringify(written)}`,
      given: written,
      near: place.known.map(({ name }) => `--${name}`),
      ...where,
    };
  }
  if (place.flags.has(flag.name) && flag.isRepeatable !== true)
    return { kind: "mistake", message: `--${flag.name} is given twice`, ...where };
  if (flag.value === undefined) {
    if (equals >= 0) return { kind: "mistake", message: `--${flag.name} takes no value`, ...where };
    place.flags.set(flag.name, "");
    return at + 1;
  }
  const given = equals < 0 ? words[at + 1] : word.slice(equals + 1);
  if (given === undefined || given === "") {
    return {
      kind: "mistake",
      message: `--${flag.name} needs a value: --${flag.name} ${flag.value}`,
      ...where,
    };
  }
  place.flags.set(
    flag.name,
    flag.isRepeatable === true ? addValue(place.flags.get(flag.name), given) : given,
  );
  return equals < 0 ? at + 2 : at + 1;
}

function countMistake(
  command: CommandSpec,
  operands: readonly string[],
  world: ArgvWorld,
): UsageMistake | undefined {
  const { least, most } = command.operands;
  if (operands.length < least) {
    return { kind: "mistake", message: `wield ${command.name} needs ${command.forms[0] ?? "more"}`, command };
  }
  const extra = operands[most];
  if (extra === undefined) return undefined;
  const below = world.commands
    .map(({ name }) => name)
    .filter((name) => name.startsWith(`${command.name} `))
    .map((name) => name.slice(command.name.length + 1));
  const isBelow = most === 0 && below.length > 0;
  return {
    kind: "mistake",
    message: isBelow
      ? `wield ${command.name} has no ${JSON.stringify(extra)}`
      : `wield ${command.name} does not take ${JSON.stringify(extra)}`.replace("wield  ", "wield "),
    command,
    ...(isBelow ? { given: extra, near: below } : {}),
  };
}
