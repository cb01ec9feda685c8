import type { Attempt } from "./attempt.ts";
import { replaceMethod } from "./replace-method.ts";

export interface SignalGuard extends Disposable {
  take(): readonly Attempt[];
}

/** Lets no signal leave this process: Node's permission model does not stop them. Asking whether one lives goes on. */
export function guardSignals(): SignalGuard {
  let attempts: Attempt[] = [];
  const restore = replaceMethod(
    process,
    "kill",
    (original) =>
      function kill(this: unknown, ...given) {
        const [pid, signal] = given;
        if (signal === 0) return original.apply(this, given);
        attempts.push({ kind: "signal", target: String(pid) });
        throw Object.assign(new Error("signals are not allowed here"), { code: "EPERM" });
      },
  );
  return {
    take() {
      const taken = attempts;
      attempts = [];
      return taken;
    },
    [Symbol.dispose]: restore,
  };
}
