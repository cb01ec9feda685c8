import { SKIPPED_NAMES } from "@wield/core";
import type { PathPattern } from "@wield/core";

export interface TreeArguments {
  readonly includesIgnored: boolean;
  readonly include?: PathPattern;
  /** Larger files are not searched. Costs a look at each file. */
  readonly maxFileBytes?: number;
  /** Paths relative to the folder that are not to be searched. */
  readonly excluded: readonly string[];
  /** A file of ignore rules, relative to the folder the program starts in. */
  readonly ignoreFile?: string;
  /** The folder to search, relative to the one the program starts in: empty for that one itself. */
  readonly folder: string;
}

/** Never searched, whatever is asked for. */
const CLOSED = ".git";
/** These are no folders, or not only. */
const SKIPPED_FILES: ReadonlySet<string> = new Set([CLOSED, ".DS_Store"]);
/** The arguments of a program have an end; what is left over is only dropped from its answers. */
const MOST_EXCLUDED = 2000;

/** What every search has in common: nothing of the person's own settings, bytes as they are, no colours. */
export const COMMON_ARGUMENTS: readonly string[] = ["--no-config", "--color=never", "--text"];

/** Which files are searched. The path to search comes last. */
export function treeArguments(tree: TreeArguments): readonly string[] {
  const { includesIgnored, include, excluded, folder } = tree;
  const skipped = includesIgnored ? [CLOSED] : [...SKIPPED_NAMES];
  return [
    "--hidden",
    "--no-ignore-parent",
    "--no-ignore-dot",
    "--no-ignore-exclude",
    "--no-ignore-global",
    "--no-require-git",
    ...(includesIgnored ? ["--no-ignore-vcs"] : []),
    ...(tree.ignoreFile === undefined ? [] : [`--ignore-file=${tree.ignoreFile}`]),
    ...(tree.maxFileBytes === undefined ? [] : [`--max-filesize=${tree.maxFileBytes}`]),
    ...skipped.map((name) => `--glob=!${name}${SKIPPED_FILES.has(name) ? "" : "/"}`),
    ...excluded.slice(0, MOST_EXCLUDED).map((path) => `--glob=!${rooted(folder, path)}`),
    ...nameArguments(include),
    "--",
    folder === "" ? "./" : `./${folder}`,
  ];
}

/** A pattern of exactly this path. A blank at its end would be taken for none. */
function rooted(folder: string, path: string): string {
  const whole = folder === "" ? path : `${folder}/${path}`;
  return `/${whole.replaceAll(/[\\*?[\]{}]/g, "\\$&").replace(/\s$/, "[$&]")}`;
}

/**
 * Names of files that alone can match `include`, for the engine to open no others. Only where its own matching
 * means the same; what it finds is matched again.
 */
function nameArguments(include: PathPattern | undefined): readonly string[] {
  if (include === undefined) return [];
  const names = include.alternatives.map((alternative) =>
    alternative.slice(alternative.lastIndexOf("/") + 1),
  );
  if (!names.every((name) => /^[\w.*?+@=-]+$/.test(name) && !name.includes("**"))) return [];
  return [...new Set(names)].map((name) => `--type-add=wanted:${name}`).concat("--type=wanted");
}
