import { readFileSync, realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, resolve } from "node:path";
import { namedSockets } from "./named-sockets.ts";
import { mountsOfRun } from "./run-folder.ts";

/** What a sandbox lets its programs do with a place. */
export interface Mount {
  readonly path: string;
  /** `sealed`: stays as it is, and cannot be moved away. `hidden`: is empty. `link`: leads to `target`. */
  readonly access: "writable" | "read_only" | "sealed" | "hidden" | "link";
  readonly isFolder: boolean;
  readonly target?: string;
}

export interface SandboxPlaces {
  /** Real path of the workspace. */
  readonly workspace: string;
  /** Folders besides it that programs may change. */
  readonly writable: readonly string[];
  /** Folders that are read although they lie in the folder for temporary files. */
  readonly readable: readonly string[];
  readonly hidden: readonly string[];
  /** Sockets that programs may reach although who reaches them can leave the sandbox. */
  readonly sockets?: readonly string[];
  /** Wield's own home. */
  readonly home: string;
  /** The person's own; that of this process when absent. */
  readonly userHome?: string;
  /** Where the sockets of the machine are; `/run` when absent. */
  readonly runFolder?: string;
  /** It names sockets; that of this process when absent. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

const STRICTNESS: readonly Mount["access"][] = ["link", "writable", "read_only", "sealed", "hidden"];

/**
 * The places in the order they have to be mounted: a folder before what is in it, so that the nearest place decides.
 * Of one path the strictest counts. What does not exist is left out: there is nothing to protect.
 */
export function mountsOf(places: SandboxPlaces): readonly Mount[] {
  const { workspace, writable, readable, hidden, home } = places;
  const { sockets = [], userHome = homedir(), runFolder = "/run", env = process.env } = places;
  const found = new Map(mountsOfRun(runFolder).map((mount) => [mount.path, mount]));
  const opened = new Set(sockets.map((path) => lookAt(path)?.path));
  const add = (given: string, access: Mount["access"]): void => {
    const place = lookAt(given);
    if (place === undefined) return;
    const before = found.get(place.path);
    if (before !== undefined && STRICTNESS.indexOf(before.access) >= STRICTNESS.indexOf(access)) return;
    found.set(place.path, { ...place, access });
  };
  for (const path of readable) add(path, "read_only");
  for (const path of [workspace, ...writable]) add(path, "writable");
  for (const path of [workspace, ...writable]) {
    add(`${path}/.wield`, "sealed");
    for (const folder of gitFolders(path)) {
      // A mount of its own, so that nobody moves it away and puts another one there.
      if (isInside(folder, [workspace, ...writable])) add(folder, "writable");
      add(`${folder}/hooks`, "sealed");
      add(`${folder}/config`, "sealed");
    }
  }
  for (const path of sockets) add(path, "read_only");
  for (const path of namedSockets(env, userHome)) {
    const real = lookAt(path)?.path;
    if (real !== undefined && !opened.has(real)) add(real, "hidden");
  }
  for (const path of [...hidden, home]) add(path, "hidden");
  return [...found.values()].toSorted((a, b) => depthOf(a.path) - depthOf(b.path));
}

function depthOf(path: string): number {
  return path === "/" ? 0 : path.split("/").length;
}

function lookAt(path: string): { readonly path: string; readonly isFolder: boolean } | undefined {
  try {
    const real = realpathSync(path);
    return { path: real, isFolder: statSync(real).isDirectory() };
  } catch {
    return undefined;
  }
}

function isInside(path: string, folders: readonly string[]): boolean {
  return folders.some(
    (folder) => path === folder || path.startsWith(folder.endsWith("/") ? folder : `${folder}/`),
  );
}

/** Where a folder's repository lies: its `.git`, or where that file points (a worktree, a submodule). */
function gitFolders(root: string): readonly string[] {
  const own = `${root}/.git`;
  const place = lookAt(own);
  if (place === undefined) return [];
  if (place.isFolder) return [place.path];
  const pointed = /^gitdir: (?<path>.+)$/m.exec(readOr(own))?.groups?.["path"];
  if (pointed === undefined) return [];
  const folder = lookAt(resolve(dirname(own), pointed))?.path;
  if (folder === undefined) return [];
  const common = readOr(`${folder}/commondir`).trim();
  return common === "" ? [folder] : [folder, resolve(folder, common)];
}

function readOr(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
