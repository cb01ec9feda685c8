import { fetches } from "./named-hosts.ts";
import { programOf, type CommandPart, type NamedPath } from "../effects/parsed-command.ts";
import { INTERPRETERS, OTHER_SHELLS, SHELLS } from "./wrappers.data.ts";

/** What a person should hear of before a command runs, one line per kind. */
export function dangersOf(parts: readonly CommandPart[]): readonly string[] {
  const found = new Set<string>();
  const fetching = parts.filter(fetches);
  for (const part of parts) {
    const danger = dangerOf(part, fetching);
    if (danger !== undefined) found.add(danger);
  }
  return [...found];
}

function dangerOf(part: CommandPart, fetching: readonly CommandPart[]): string | undefined {
  const words = part.words.slice(1).map(({ text }) => text);
  const has = (short: string, long: string): boolean =>
    words.some(
      (text) => (/^-[^-]/.test(text) && text.includes(short)) || (text.length > 3 && long.startsWith(text)),
    );
  switch (programOf(part)) {
    case "sudo":
    case "doas":
    case "pkexec":
    case "su":
      return "it runs with the rights of another user";
    case "git":
      return gitDanger(words, has);
    case "chmod":
      return words.some(
        (text) =>
          /^[0-7]*[0-7][0-7][2367]$/.test(text) || (/[oa]?\+[rx]*w/.test(text) && !/^[ug]+\+/.test(text)),
      )
        ? "it lets everybody write"
        : undefined;
    case "kill":
      return words.includes("-1") && words.length > 1 ? "it ends every process" : undefined;
    case "rm":
      return has("r", "--recursive") || has("R", "--recursive") ? goesOutside(part) : undefined;
    case "dropdb":
      return "it drops a database";
    default:
      if (
        words.some((text) =>
          /\b(drop\s+(table|database|schema)|truncate\s+table|truncate\s+\w+\s*;?$)/i.test(text),
        ) &&
        isDatabase(part)
      )
        return "it drops or empties a table";
      return runsDownload(part, fetching) ? "it runs what it downloads" : undefined;
  }
}

/** Recursive removal by a path that leads out of the folder it starts in. */
function goesOutside({ words }: CommandPart): string | undefined {
  const isOutside = words
    .slice(1)
    .some(
      ({ text, path = text }) =>
        /^(\/(?!tmp\/)|~|\.\.(\/|$))|\/\.\.(\/|$)/.test(path) || /^["']?\$/.test(text),
    );
  return isOutside ? "it removes folders outside the workspace" : undefined;
}

function isDatabase(part: CommandPart): boolean {
  return /^(psql|mysql|mariadb|sqlite3|sqlcmd|clickhouse-client|duckdb|cqlsh)$/.test(programOf(part) ?? "");
}

function gitDanger(
  words: readonly string[],
  has: (short: string, long: string) => boolean,
): string | undefined {
  if (words.includes("push") && (has("f", "--force") || words.some((text) => /^--force|^\+./.test(text))))
    return "it overwrites a branch on the server";
  if (words.includes("reset") && words.some((text) => text.length > 4 && "--hard".startsWith(text)))
    return "it throws changes away";
  return words.includes("clean") && has("f", "--force")
    ? "it deletes files that git does not know"
    : undefined;
}

function runsDownload(part: CommandPart, fetching: readonly CommandPart[]): boolean {
  const program = programOf(part) ?? "";
  const isRunner =
    SHELLS.has(program) ||
    OTHER_SHELLS.has(program) ||
    INTERPRETERS.has(program.replace(/[\d.]+$/, "")) ||
    part.code !== undefined;
  if (!isRunner) return false;
  return fetching.some(
    (other) =>
      (other.pipe !== undefined && other.pipe.id === part.pipe?.id && other.pipe.place < part.pipe.place) ||
      (other.depth > part.depth && part.source.includes(other.source)),
  );
}

const DISKS = /^\/dev\/(sd|hd|vd|xvd|nvme|mmcblk|disk\/|mapper\/|dm-|loop|md|nbd|zram|pmem|mem$|kmem$)/;

/** What no mode and no rule permits: making a file system, writing to a disk, a function that starts itself twice. */
export function ruinOf(parts: readonly CommandPart[], paths: readonly NamedPath[]): string | undefined {
  for (const part of parts) {
    const program = programOf(part) ?? "";
    if (/^(mkfs(\..*)?|mke2fs|mkswap|mkntfs|mkdosfs|newfs)$/.test(program))
      return `${program} makes a file system`;
    if (
      /^(wipefs|blkdiscard|fdisk|sfdisk|parted|sgdisk)$/.test(program) &&
      part.words.some(({ text }) => DISKS.test(text))
    )
      return `${program} changes a disk`;
  }
  if (startsItselfTwice(parts)) return "a function that starts itself twice never ends";
  const disk = paths.find(
    ({ use, path, isPattern }) =>
      use !== "read" && (DISKS.test(path) || (isPattern && /^\/dev\/[^/]*[*?[]/.test(path))),
  );
  return disk === undefined ? undefined : `it writes to ${disk.path}`;
}

function startsItselfTwice(parts: readonly CommandPart[]): boolean {
  const seen = new Set<string>();
  for (const { inFunction, pipe, ...part } of parts) {
    if (inFunction === undefined || pipe === undefined || programOf(part) !== inFunction) continue;
    const once = `${pipe.id} ${inFunction}`;
    if (seen.has(once)) return true;
    seen.add(once);
  }
  return false;
}
