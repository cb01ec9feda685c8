import {
  type FileAccess,
  type FilesScope,
  type Outcome,
  type ResolvedPath,
  value,
  type Workspace,
} from "@wield/core";
import { absolutePath, decorationProblem, notAPath } from "../../../paths/find-path.ts";
import { judge, obstacle, type AskedPath } from "../../open-path.ts";
import type { RemoteShell } from "../connection/remote-shell.ts";
import { locateRemote, remotePath, type RemoteLocated } from "../place/remote-locate.ts";
import type { RemoteStats } from "../place/remote-stats.ts";

/** A path that was walked to and may be used as asked. The shell stays in its folder. */
export interface OpenRemotePath {
  readonly shell: RemoteShell;
  readonly located: RemoteLocated;
  readonly path: ResolvedPath;
  /** What is there; nothing when it is missing. */
  readonly object?: { readonly stats: RemoteStats };
}

/** Walks to a path and has the place judged where it really is, before anything else is said about it. */
export async function openRemotePath(
  { shell, scope }: { readonly shell: RemoteShell; readonly scope: FilesScope },
  access: FileAccess,
  asked: AskedPath,
): Promise<Outcome<OpenRemotePath>> {
  const found = await findRemotePath(shell, asked.actual ?? asked.given, scope.workspace);
  if (!found.ok) return found;
  const located = found.value;
  const path = remotePath(located, asked.given, scope.workspace);
  const refusal = judge(scope, access, path) ?? obstacle(access, located, path, scope);
  if (refusal !== undefined) return refusal;
  const { ending } = located;
  return value({ shell, located, path, ...(ending.kind === "found" ? { object: ending.object } : {}) });
}

export async function findRemotePath(
  shell: RemoteShell,
  given: string,
  workspace: Workspace,
): Promise<Outcome<RemoteLocated>> {
  const problem = notAPath(given);
  if (problem !== undefined) return problem;
  const located = await locateRemote(shell, absolutePath(given, workspace));
  if (!located.ok || located.value.ending.kind === "found") return located;
  return decorationProblem(given) ?? located;
}
