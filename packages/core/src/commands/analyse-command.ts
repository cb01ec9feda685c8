import type { ParseShell, SimpleCommand, UnreadablePart } from "../ports/command-parser.ts";
import { dangersOf, ruinOf } from "./dangers.ts";
import { readOptions } from "./option-reader.ts";
import { GIT_OPTIONS } from "./git-options.data.ts";
import { hostsNamedBy } from "./named-hosts.ts";
import { pathsNamedBy } from "./named-paths.ts";
import {
  programOf,
  type CommandPart,
  type NamedHost,
  type NamedPath,
  type ParsedCommand,
} from "../effects/parsed-command.ts";
import { onlyReads } from "./read-only.ts";
import { startedBy } from "./starts.ts";

const MOST_PARTS = 3000;
const MOST_LEVELS = 20;
const MOST_PATHS = 2000;

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

/** Everything that is known of a command line before it runs. Never throws. */
export function analyseCommand(line: string, parse: ParseShell): ParsedCommand {
  const parts: CommandPart[] = [];
  const unreadable: UnreadablePart[] = [];

  const take = (
    command: SimpleCommand,
    from: { readonly within?: number; readonly isRemote: boolean; readonly level: number },
  ): void => {
    if (parts.length >= MOST_PARTS || from.level > MOST_LEVELS) {
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

  const paths = namedPaths(parts);
  const hosts = parts.flatMap((part, at) =>
    hostsNamedBy(part).map((host): NamedHost => ({ ...host, part: at })),
  );
  const ruin = ruinOf(parts, paths);
  return {
    line,
    parts,
    unreadable,
    paths: paths.slice(0, MOST_PATHS),
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

/** Paths relative to the folder the line starts in; a `cd` adds the folder it goes to. */
function namedPaths(parts: readonly CommandPart[]): readonly NamedPath[] {
  const folders = [""];
  const found: NamedPath[] = [];
  for (const [at, part] of parts.entries()) {
    const base = programOf(part) === "git" ? gitFolder(part) : "";
    for (const { path, ...named } of pathsNamedBy(part)) {
      const places = isRelative(path) ? folders.map((folder) => joined(folder, joined(base, path))) : [path];
      for (const place of places) found.push({ ...named, path: place, part: at });
    }
    const target = folderAfter(part);
    if (target === undefined) continue;
    const next = isRelative(target) ? folders.map((folder) => joined(folder, target)) : [target];
    for (const folder of next) if (folders.length < 6 && !folders.includes(folder)) folders.push(folder);
  }
  return found;
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
  return !path.startsWith("/") && path !== "~" && !path.startsWith("~/");
}

function joined(folder: string, path: string): string {
  if (folder === "" || !isRelative(path)) return path;
  return `${folder.replace(/\/$/, "")}/${path}`;
}
