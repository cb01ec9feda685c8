import { realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { basename, isAbsolute, join, resolve } from "node:path";
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
  const userHome = nonEmpty(env["HOME"]) ?? homedir();
  const absolute = (path: string): string => resolve(cwd, expandHome(path, userHome));

  const givenHome = nonEmpty(env["WIELD_HOME"]);
  const home = realOrSame(absolute(givenHome ?? join(userHome, ".wield")));
  if (kindOf(home) === "other") {
    const origin = givenHome === undefined ? "" : "environment WIELD_HOME: ";
    return configurationError([`${origin}"${home}" is not a folder, so Wield cannot keep its records there`]);
  }

  const named = nameWorkspace(env, workspaceFlag);
  const workspaceRoot = realOrSame(absolute(named?.path ?? cwd));
  const kind = kindOf(workspaceRoot);
  if (kind !== "folder") {
    const origin = named === undefined ? "the current folder" : named.origin;
    const problem = kind === "missing" ? "does not exist" : "is not a folder";
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

function kindOf(path: string): "folder" | "missing" | "other" {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return "missing";
  return stat.isDirectory() ? "folder" : "other";
}

function nonEmpty(text: string | undefined): string | undefined {
  return text === undefined || text === "" ? undefined : text;
}
