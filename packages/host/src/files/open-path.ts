import { dirname, resolve } from "node:path";
import { outsideWorkspace, value } from "@wield/core";
import type { FailedResult, FileAccess, FilesScope, Outcome, ResolvedPath } from "@wield/core";
import { findPath, namesFolder } from "../paths/find-path.ts";
import { resolvedPath } from "../paths/resolved-path.ts";
import type { Held } from "../walk/held.ts";
import type { Located, Walker } from "../walk/locate.ts";
import { displayOf } from "../walk/zone.ts";
import type { ObjectStats } from "./object-stats.ts";
import { ioError, isDirectory, notADirectory, notAFile } from "./failures.ts";

/** What the files of one call work with. */
export interface FilesContext {
  readonly scope: FilesScope;
  readonly walker: Walker;
  /** Real paths of the files this call has read, by the names it was given and told. */
  readonly reached: Map<string, string>;
}

/** A path that was walked to and may be used as asked. */
export interface OpenPath extends Disposable {
  readonly located: Located;
  readonly path: ResolvedPath;
  /** What is there; nothing when it is missing. */
  readonly object?: Held;
}

export interface AskedPath {
  /** As the call gave it. */
  readonly given: string;
  /** Where to go in its place: a look-alike that exists. */
  readonly actual?: string;
}

/** Walks to a path and has the place judged where it really is, before anything else is said about it. */
export function openPath(context: FilesContext, access: FileAccess, asked: AskedPath): Outcome<OpenPath> {
  const { scope, walker } = context;
  const found = findPath(walker, asked.actual ?? asked.given, scope.workspace);
  if (!found.ok) return found;
  const located = found.value;
  const path = resolvedPath(located, asked.given, scope.workspace);
  const refusal = judge(scope, access, path) ?? obstacle(access, located, path, scope);
  if (refusal !== undefined) {
    located[Symbol.dispose]();
    return refusal;
  }
  const object = located.ending.kind === "found" ? located.ending.object : undefined;
  return value({
    located,
    path,
    ...(object === undefined ? {} : { object }),
    [Symbol.dispose]: () => located[Symbol.dispose](),
  });
}

/** What a walk came to, wherever it walked. */
export interface Walked extends Pick<Located, "rest"> {
  readonly ending:
    | { readonly kind: "found" | "missing" | "blocked" }
    | { readonly kind: "refused"; readonly error: NodeJS.ErrnoException };
}

/** The scope judges; that nothing outside the roots is used holds whatever it answers. */
export function judge(scope: FilesScope, access: FileAccess, path: ResolvedPath): FailedResult | undefined {
  return scope.judge(access, path) ?? outsideWorkspace(path, scope.workspace, access);
}

/** Whether the name of what is at `path` may be told to who asked for something else. */
export function mayShow(scope: FilesScope, path: ResolvedPath): boolean {
  if (outsideWorkspace(path, scope.workspace, "read") !== undefined) return false;
  return scope.mayShow === undefined ? scope.judge("read", path) === undefined : scope.mayShow(path);
}

/** Why `object` cannot be used as a file. */
export function notUsableAsFile(
  access: FileAccess,
  path: ResolvedPath,
  object: { readonly stats: ObjectStats },
): FailedResult | undefined {
  if (object.stats.isDirectory()) return isDirectory(access, path.display);
  if (!object.stats.isFile()) return notAFile(path.display, object.stats);
  if (!namesFolder(path.given)) return undefined;
  return notADirectory(path.display);
}

/** Why a walk did not come to the end of its path. */
export function obstacle(
  access: FileAccess,
  located: Walked,
  path: ResolvedPath,
  scope: FilesScope,
): FailedResult | undefined {
  const { ending } = located;
  if (ending.kind === "refused") return ioError(access, path.display, ending.error);
  if (ending.kind !== "blocked") return undefined;
  const blocking = located.rest.slice(1).reduce((real) => dirname(real), resolve(path.real));
  return notADirectory(displayOf(blocking, scope.workspace));
}
