import { join } from "node:path";
import { fail } from "@wield/core";
import type { FailedResult } from "@wield/core";
import { cancelled } from "../files/failures.ts";
import { judge } from "../files/open-path.ts";
import type { FilesContext, OpenPath } from "../files/open-path.ts";
import { resolvedPath } from "../paths/resolved-path.ts";
import type { Held } from "../walk/held.ts";
import { locate } from "../walk/locate.ts";

export interface Target {
  readonly access: "write" | "delete";
  readonly opened: OpenPath;
  /** The folder in which the change will be made, and the name there. */
  readonly folder: Held;
  readonly name: string;
}

/**
 * The last look before a change is made visible: the call still goes on, and the folder, wherever it is
 * by now, is a place this change may be made in.
 */
export function judgeAgain(context: FilesContext, target: Target): FailedResult | undefined {
  const { scope, walker } = context;
  const { access, opened, folder, name } = target;
  if (scope.signal.aborted) return cancelled(access, opened.path.display);
  const at = folder.real();
  if (at === undefined) {
    return fail(
      "io_error",
      `cannot ${access} ${opened.path.display}: its folder was removed or replaced meanwhile`,
    );
  }
  const real = join(at, name);
  if (real === opened.path.real) return judge(scope, access, opened.path);
  using moved = locate(walker, real);
  return judge(scope, access, { ...resolvedPath(moved, opened.path.given, scope.workspace) });
}
