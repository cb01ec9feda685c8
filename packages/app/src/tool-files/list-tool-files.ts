import { type Dirent, readdirSync, statSync } from "node:fs";
import { extname, join } from "node:path";

/** A file that may define a tool, or why one that looks like it is left out. */
export type ToolFileCandidate =
  | { readonly path: string; readonly problem?: undefined }
  | { readonly path: string; readonly problem: string };

const ENDINGS = [".ts", ".mts", ".js", ".mjs"];
/** Look like code and are not loaded: better told than missed. */
const NEAR_ENDINGS = [".cts", ".cjs", ".tsx", ".jsx"];

export interface ListOptions {
  /** A link is left out and told: what it leads to is not part of what was trusted. */
  readonly mayFollowLinks: boolean;
}

/** The tool files of a folder and of the folders in it, sorted by path. No such folder: none. */
export function listToolFiles(folder: string, options: ListOptions): readonly ToolFileCandidate[] {
  const found: ToolFileCandidate[] = [];
  const visit = (path: string, depth: number): void => {
    for (const entry of entriesOf(path, found)) {
      if (entry.name.startsWith("_") || entry.name.startsWith(".") || entry.name === "node_modules") continue;
      const file = join(path, entry.name);
      const kind = kindOf(file, entry, options);
      if (kind === "folder") {
        if (depth === 0) visit(file, depth + 1);
      } else if (isToolFileName(entry.name)) {
        found.push(kind === "file" ? { path: file } : { path: file, problem: kind });
      } else if (NEAR_ENDINGS.includes(extname(entry.name))) {
        found.push({
          path: file,
          problem: `ends in ${extname(entry.name)}; a tool file ends in ${ENDINGS.join(", ")}`,
        });
      }
    }
  };
  visit(folder, 0);
  return found.toSorted((left, right) => (left.path < right.path ? -1 : 1));
}

function isToolFileName(name: string): boolean {
  if (!ENDINGS.includes(extname(name))) return false;
  return !/\.test\.[cm]?[jt]s$/.test(name) && !/\.d\.[cm]?ts$/.test(name);
}

function entriesOf(folder: string, found: ToolFileCandidate[]): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error);
    if (code !== "ENOENT") found.push({ path: folder, problem: `cannot be listed: ${code}` });
    return [];
  }
}

function kindOf(
  path: string,
  entry: Dirent,
  { mayFollowLinks }: ListOptions,
): "file" | "folder" | (string & {}) {
  if (entry.isFile()) return "file";
  if (entry.isDirectory()) return "folder";
  if (!entry.isSymbolicLink()) return "is not a regular file";
  if (!mayFollowLinks) return "is a link, which is not followed here";
  const target = statSync(path, { throwIfNoEntry: false });
  if (target === undefined) return "is a link that leads nowhere";
  if (target.isDirectory()) return "folder";
  return target.isFile() ? "file" : "is not a regular file";
}
