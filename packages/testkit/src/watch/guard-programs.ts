import { AsyncLocalStorage } from "node:async_hooks";
import childProcess from "node:child_process";
import { syncBuiltinESMExports } from "node:module";
import type { Attempt } from "./attempt.ts";
import { replaceMethod, type Method } from "./replace-method.ts";

export interface ProgramGuard extends Disposable {
  take(): readonly Attempt[];
}

/** Set while a service of the host works, which may start the programs it is made of. */
const hostWorks = new AsyncLocalStorage<true>();

/** Lets `work`, and all that it leads to, start programs. */
export function asHost<Result>(work: () => Result): Result {
  return hostWorks.run(true, work);
}

/** For what a service calls back: it is the tool's again. */
export function asTool<Result>(work: () => Result): Result {
  return hostWorks.exit(work);
}

/** Lets this process start programs for its host's services only, and keeps what it tried else. */
export function guardPrograms(): ProgramGuard {
  let attempts: Attempt[] = [];
  const guarded =
    (programOf: (given: readonly unknown[]) => string) =>
    (original: Method): Method =>
      function start(this: unknown, ...given) {
        if (hostWorks.getStore() === true) return original.apply(this, given);
        attempts.push({ kind: "program", target: programOf(given) });
        throw Object.assign(new Error("programs are not started here"), { code: "ERR_ACCESS_DENIED" });
      };
  const restores = [
    // What all ways lead to that do not wait.
    replaceMethod(childProcess.ChildProcess.prototype, "spawn", guarded(spawned)),
    ...["spawnSync", "execFileSync", "execSync"].map((name) =>
      replaceMethod(
        childProcess,
        name,
        guarded(([program]) => String(program)),
      ),
    ),
  ];
  syncBuiltinESMExports();
  return {
    take() {
      const taken = attempts;
      attempts = [];
      return taken;
    },
    [Symbol.dispose]() {
      for (const restore of restores) restore();
      syncBuiltinESMExports();
    },
  };
}

function spawned([options]: readonly unknown[]): string {
  const { file, args } = (options ?? {}) as { readonly file?: unknown; readonly args?: unknown };
  return Array.isArray(args) && args.length > 1 ? args.join(" ") : String(file);
}
