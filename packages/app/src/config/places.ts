import { realpathSync, statSync } from "node:fs";
import { userInfo } from "node:os";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { type Outcome, value } from "@wield/core";
import { configurationError } from "./configuration-error.ts";

/** Where everything is. All paths are absolute; those that exist have their links resolved. */
export interface Places {
  /** `WIELD_HOME`. May not exist yet. */
  readonly home: string;
  readonly configFile: string;
  readonly workspaceRoot: string;
  /** For people: the folder's own name. */
  readonly workspaceName: string;
  /** What a leading `~` stands for. */
  readonly userHome: string;
}

export interface PlaceOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly workspaceFlag?: string;
}

/** Fails with `configuration_error` when a folder that was named is none. */
export function findPlaces({ cwd, env, workspaceFlag }: PlaceOptions): Outcome<Places> {
  const userHome = homeFolderOf(env);
  const absolute = (path: string): string => resolve(cwd, expandHome(path, userHome));

  const givenHome = nonEmpty(env["WIELD_HOME"]);
  const home = realOrSame(absolute(givenHome ?? join(userHome, ".wield")));
  const obstacle = obstacleAt(home);
  if (obstacle !== undefined) {
    const origin = givenHome === undefined ? "environment HOME: " : "environment WIELD_HOME: ";
    return configurationError([`${origin}${obstacle}, so Wield cannot keep its records in "${home}"`]);
  }

  const named = nameWorkspace(env, workspaceFlag);
  const workspaceRoot = realOrSame(absolute(named?.path ?? cwd));
  const kind = kindOf(workspaceRoot);
  if (kind !== "folder") {
    const origin = named === undefined ? "the current folder" : named.origin;
    const problem = { missing: "does not exist", other: "is not a folder", closed: "cannot be reached" }[
      kind
    ];
    return configurationError([`${origin}: the workspace "${named?.path ?? workspaceRoot}" ${problem}`]);
  }
  return value({
    home,
    configFile: join(home, "config.yaml"),
    workspaceRoot,
    workspaceName: basename(workspaceRoot) || workspaceRoot,
    userHome: realOrSame(userHome),
  });
}

/** `~` and `~/…` as the person's folder; anything else as it is. */
export function expandHome(path: string, userHome: string): string {
  if (path === "~") return userHome;
  return path.startsWith("~/") ? join(userHome, path.slice(2)) : path;
}

export function isAbsoluteOrHome(path: string): boolean {
  return isAbsolute(path) || path === "~" || path.startsWith("~/");
}

function nameWorkspace(
  env: PlaceOptions["env"],
  flag: string | undefined,
): { readonly path: string; readonly origin: string } | undefined {
  if (flag !== undefined) return { path: flag, origin: "flag --workspace" };
  const path = nonEmpty(env["WIELD_WORKSPACE"]);
  return path === undefined ? undefined : { path, origin: "environment WIELD_WORKSPACE" };
}

function realOrSame(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function kindOf(path: string): "folder" | "missing" | "other" | "closed" {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat === undefined) return "missing";
    return stat.isDirectory() ? "folder" : "other";
  } catch {
    return "closed";
  }
}

/** Why there is no folder here and none can be made; nothing where one is or may be made. */
function obstacleAt(path: string): string | undefined {
  switch (kindOf(path)) {
    case "folder":
      return undefined;
    case "missing":
      return dirname(path) === path ? undefined : obstacleAt(dirname(path));
    case "other":
      return `"${path}" is not a folder`;
    case "closed":
      return `"${path}" cannot be reached`;
  }
}

/** A relative `HOME` would be another folder in each folder; then the system's own record counts, as without one. */
function homeFolderOf(env: PlaceOptions["env"]): string {
  const given = env["HOME"];
  if (given !== undefined && isAbsolute(given)) return given;
  try {
    return userInfo().homedir;
  } catch {
    // A user id without a record, as in a container.
    return "/";
  }
}

function nonEmpty(text: string | undefined): string | undefined {
  return text === undefined || text === "" ? undefined : text;
}
