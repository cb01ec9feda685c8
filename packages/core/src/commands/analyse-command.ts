import type { SimpleCommand, UnreadablePart } from "../ports/command-parser.ts";
import { dangersOf, ruinOf } from "./dangers.ts";
import { readOptions } from "./option-reader.ts";
import { GIT_OPTIONS } from "./git-options.data.ts";
import { hostsNamedBy } from "./named-hosts.ts";
import { pathsNamedBy } from "./named-paths.ts";
import {
  ANYWHERE,
  programOf,
  type CommandPart,
  type NamedHost,
  type NamedPath,
  type ParsedCommand,
} from "../effects/parsed-command.ts";
import { onlyReads } from "./read-only.ts";
import { escapePattern, variablesOf } from "./word-patterns.ts";
import type { KnownScripts } from "./started.ts";
import { startedBy } from "./starts.ts";

const MOST_PARTS = 500;
const MOST_LEVELS = 12;
const MOST_PATHS = 5000;
/** Of all parts together: each program that starts another one shows its words again. */
const MOST_WORDS = 30_000;
const MOST_FOLDERS = 32;

/** Programs that do nothing but start another one: they read when it does. */
const TRANSPARENT: ReadonlySet<string> = new Set([
  "nice",
  "ionice",
  "timeout",
  "time",
  "stdbuf",
  "xargs",
  "nohup",
  "setsid",
]);

/** Everything that is known of a command line before it runs. `parse` reads it and the scripts in its arguments. */
export function analyseCommand(line: string, parse: KnownScripts): ParsedCommand {
  const parts: CommandPart[] = [];
  const unreadable: UnreadablePart[] = [];
  let wordCount = 0;

  const take = (
    command: SimpleCommand,
    from: { readonly within?: number; readonly isRemote: boolean; readonly level: number },
  ): void => {
    wordCount += command.words.length;
    if (parts.length >= MOST_PARTS || from.level > MOST_LEVELS || wordCount > MOST_WORDS) {
      unreadable.push({ text: command.source.slice(0, 200), reason: "the line starts too many commands" });
      return;
    }
    const started = startedBy(command, parse);
    const at = parts.length;
    const { within, isRemote } = from;
    parts.push({
      ...command,
      ...(within === undefined ? {} : { within }),
      isRemote,
      ...(started.code === undefined ? {} : { code: started.code }),
    });
    unreadable.push(...started.unreadable);
    const inside = { within: at, isRemote: isRemote || started.isRemote === true, level: from.level + 1 };
    for (const each of started.commands) take(each, inside);
  };

  const script = parse(line);
  unreadable.push(...script.unreadable);
  for (const command of script.commands) take(command, { isRemote: false, level: 0 });

  const { paths, isComplete } = namedPaths(parts);
  if (!isComplete) unreadable.push({ text: line.slice(0, 200), reason: "it names too many files" });
  const hosts = parts.flatMap((part, at) =>
    hostsNamedBy(part).map((host): NamedHost => ({ ...host, part: at })),
  );
  const ruin = ruinOf(parts, paths);
  return {
    line,
    parts,
    unreadable,
    paths,
    hosts,
    isReadOnly:
      unreadable.length === 0 &&
      parts.length > 0 &&
      hosts.length === 0 &&
      parts.every((part, at) => isReading(part, at, parts)),
    dangers: dangersOf(parts),
    ...(ruin === undefined ? {} : { ruin }),
  };
}

function isReading(part: CommandPart, at: number, parts: readonly CommandPart[]): boolean {
  if (onlyReads(part)) return true;
  const isStarter = TRANSPARENT.has(programOf(part) ?? "") && parts.some(({ within }) => within === at);
  const isPlain = part.assignments.length === 0 && part.redirects.length === 0 && part.code === undefined;
  return isStarter && isPlain && !part.words.some(({ text }) => /^(-o|--output)/.test(text));
}

interface AllNamed {
  readonly paths: readonly NamedPath[];
  /** False when there are more than are looked at. */
  readonly isComplete: boolean;
}

/** Paths relative to the folder the line starts in; a `cd` adds the folders it may go to, since it may fail. */
function namedPaths(parts: readonly CommandPart[]): AllNamed {
  const folders = new Set([""]);
  const found = new Map<string, NamedPath>();
  const variables = variablesOf(parts);
  for (const [at, part] of parts.entries()) {
    const base = programOf(part) === "git" && part.code === undefined ? gitFolder(part) : "";
    for (const { path, ...named } of pathsNamedBy(part, variables)) {
      const above = (folder: string): string => (named.isPattern ? escapePattern(folder) : folder);
      const inBase = joined(above(base), path);
      for (const folder of isRelative(inBase) ? folders : [""]) {
        const place = { ...named, path: joined(above(folder), inBase), part: at };
        found.set(`${at} ${place.use} ${place.isWhole} ${place.isRedirect} ${place.path}`, place);
      }
      if (found.size > MOST_PATHS) return { paths: [...found.values()], isComplete: false };
    }
    const target = folderAfter(part);
    if (target === undefined) continue;
    const before = Array.from(folders);
    for (const folder of before) folders.add(isRelative(target) ? entered(folder, target) : target);
    if (folders.size > MOST_FOLDERS) return { paths: [...found.values()], isComplete: false };
  }
  return { paths: [...found.values()], isComplete: true };
}

/** As `cd` goes: `..` takes the last name away, also that of a link. */
function entered(folder: string, target: string): string {
  const names = folder.split("/");
  for (const name of target.split("/")) {
    if (name === "" || name === ".") continue;
    const above = names.at(-1) ?? "";
    if (name !== ".." || above === "" || above === ".." || above === "~") names.push(name);
    else names.pop();
  }
  const made = names.filter((name, at) => name !== "" || at === 0).join("/");
  return folder === "" ? made.replace(/^\//, "") : made;
}

function folderAfter(part: CommandPart): string | undefined {
  const program = programOf(part);
  if (part.isRemote || (program !== "cd" && program !== "pushd")) return undefined;
  const target = part.words.slice(1).find(({ text }) => !text.startsWith("-"));
  if (target === undefined) return program === "cd" ? "~" : undefined;
  return target.path ?? (target.isLiteral ? target.text : undefined);
}

function gitFolder(part: CommandPart): string {
  const { options } = readOptions(part.words.slice(1), GIT_OPTIONS);
  return options
    .filter(({ name }) => name === "C")
    .reduce(
      (folder, { value }) => (value?.isLiteral === true ? joined(folder, value.path ?? value.text) : folder),
      "",
    );
}

function isRelative(path: string): boolean {
  return !path.startsWith("/") && path !== "~" && !path.startsWith("~/") && !path.startsWith(ANYWHERE);
}

function joined(folder: string, path: string): string {
  if (folder === "" || !isRelative(path)) return path;
  return `${folder.replace(/\/$/, "")}/${path}`;
}
