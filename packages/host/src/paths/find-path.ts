import { resolve } from "node:path";
import { fail, value } from "@wield/core";
import type { FailedResult, Outcome, Workspace } from "@wield/core";
import { locate } from "../walk/locate.ts";
import type { Located, Walker } from "../walk/locate.ts";
import { undecorated } from "./undecorated.ts";

/**
 * Walks to what a path names: `~` is the home folder, a relative path starts in the workspace, `.` and
 * `..` are removed before links are followed. A path that carries decoration fails as `bad_path` unless
 * something of exactly that name is there.
 */
export function findPath(walker: Walker, given: string, workspace: Workspace): Outcome<Located> {
  const problem = notAPath(given);
  if (problem !== undefined) return problem;
  const located = locate(walker, absolutePath(given, workspace));
  const decorated = located.ending.kind === "found" ? undefined : decorationProblem(given);
  if (decorated === undefined) return value(located);
  located[Symbol.dispose]();
  return decorated;
}

export function notAPath(given: string): FailedResult | undefined {
  if (given.trim() === "") return fail("invalid_arguments", "path is required");
  if (given.includes("\0")) return fail("invalid_arguments", "a path cannot hold a NUL character");
  return undefined;
}

/** For a path that leads to nothing: whether it carries what does not belong to a path. */
export function decorationProblem(given: string): FailedResult | undefined {
  const clean = undecorated(given);
  if (clean === given) return undefined;
  if (clean === "") return fail("invalid_arguments", "path is required");
  return fail("bad_path", `the path ${JSON.stringify(given)} carries decoration`, {
    hint: `use the path ${JSON.stringify(clean)}`,
  });
}

/** Where a path begins and leads to, before any link is followed. */
export function absolutePath(given: string, workspace: Workspace): string {
  if (given === "~") return resolve(workspace.home);
  if (given.startsWith("~/")) return resolve(workspace.home, given.slice(2));
  return resolve(workspace.root, given);
}

/** Whether the path itself says that it names a folder. */
export function namesFolder(given: string): boolean {
  return /(?:^|\/)\.{0,2}$/.test(given);
}
