import type { Effect } from "./effect.ts";
import type { CommandParser, ParseShell } from "../ports/command-parser.ts";
import type { PathResolver, Workspace } from "../ports/paths.ts";
import type { NamedEffect, ResolvedCommand, ResolvedEffect } from "../policy/guard.ts";
import type { ResolvedPattern } from "./resolve-pattern.ts";
import { readCommand } from "./read-command.ts";
import { ANYWHERE, type ParsedCommand } from "./parsed-command.ts";
import { messageOf } from "../text/message-of.ts";

interface CommandPlace {
  readonly workspace: Workspace;
  /** Absolute; where a command runs that names no folder. */
  readonly folder: string;
  /** The place whose paths these are, when it is not this machine. */
  readonly backend?: string;
  /** A path of the place where commands run, as this machine calls it. */
  readonly localPath?: (path: string) => string;
}

interface CommandDeps {
  readonly files: PathResolver;
  /** Absent: commands stay unparsed, and no allow rule about commands covers them. */
  readonly commands?: CommandParser;
}

/** Takes the commands of a call apart and finds the real paths they name. Effects of other kinds stay as they are. */
export async function resolveCommands(
  effects: readonly ResolvedEffect[],
  place: CommandPlace,
  deps: CommandDeps,
): Promise<readonly ResolvedEffect[]> {
  const { commands } = deps;
  if (commands === undefined) return effects;
  const parse = await openParser(commands);
  const resolved: ResolvedEffect[] = [];
  for (const one of effects) {
    const { effect } = one;
    if (effect.kind !== "run") {
      resolved.push(one);
      continue;
    }
    const parsed = await readCommand(effect.command, parse);
    const isHere = [undefined, "local", place.backend].includes(effect.backend);
    const paths = isHere ? await namedPaths(parsed, { ...place, own: effect.folder, files: deps.files }) : [];
    const command: ResolvedCommand = {
      parsed: Object.freeze(parsed),
      named: Object.freeze([...paths, ...namedHosts(parsed)]),
    };
    resolved.push(Object.freeze({ ...one, command: Object.freeze(command) }));
  }
  return Object.freeze(resolved);
}

/** A parser that cannot be had makes every line unreadable, which is the safe side. */
async function openParser(commands: CommandParser): Promise<ParseShell> {
  try {
    return await commands.open();
  } catch (error) {
    const reason = `commands cannot be read here: ${messageOf(error)}`;
    return (script) =>
      Promise.resolve({ commands: [], unreadable: [{ text: script.slice(0, 200), reason }] });
  }
}

async function namedPaths(
  parsed: ParsedCommand,
  where: CommandPlace & { readonly own: string | undefined; readonly files: PathResolver },
): Promise<readonly NamedEffect[]> {
  const { workspace, files, localPath = (path) => path } = where;
  const folder = where.own === undefined ? where.folder : absolute(where.own, workspace.root);
  const found: NamedEffect[] = [];
  const known = new Map<string, Promise<ResolvedPattern | undefined>>();
  const { resolvePattern } = await import("./resolve-pattern.ts");
  for (const { use, path: given, isPattern, part, isWhole, isRedirect } of parsed.paths) {
    const full =
      isPattern && given.startsWith(ANYWHERE)
        ? given
        : localPath(absolute(given, isPattern ? escaped(folder) : folder));
    const key = `${isPattern} ${full}`;
    const resolving =
      known.get(key) ??
      (isPattern
        ? resolvePattern(full, workspace, files)
        : files
            .resolve(full, workspace)
            .then((path): ResolvedPattern | undefined => ("status" in path ? undefined : { path })));
    known.set(key, resolving);
    const resolved = await resolving;
    // What can be no path is none to the command either.
    if (resolved === undefined) continue;
    const { path, pattern } = resolved;
    const lineage = Object.freeze([...path.lineage]);
    found.push(
      Object.freeze({
        effect: { kind: use, path: given },
        path: Object.freeze({ ...path, lineage }),
        part,
        isWhole,
        isRedirect,
        ...(pattern === undefined ? {} : { pattern: Object.freeze(pattern) }),
      }),
    );
  }
  return found;
}

function escaped(folder: string): string {
  return folder.replace(/[\\*?[\]{},]/g, "\\$&");
}

function absolute(path: string, folder: string): string {
  if (path.startsWith("/") || path === "~" || path.startsWith("~/")) return path;
  return path === "" ? folder : `${folder.replace(/\/$/, "")}/${path}`;
}

function namedHosts(parsed: ParsedCommand): readonly NamedEffect[] {
  return parsed.hosts.map(({ host, port, part }) => {
    const effect: Effect = { kind: "connect", host, port };
    return Object.freeze({ effect, part, isWhole: false, isRedirect: false });
  });
}
