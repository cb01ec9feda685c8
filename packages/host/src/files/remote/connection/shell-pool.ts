import { fail, type FailedResult, value } from "@wield/core";
import type { RemotePlace } from "../../../processes/remote/remote-place.ts";
import { RemoteShell } from "./remote-shell.ts";

/** As many steps are done at once there; more wait. */
const MOST_SHELLS = 4;

function isFailure(result: unknown, code: string): boolean {
  return typeof result === "object" && result !== null && "code" in result && result.code === code;
}

/** The shells of one place: one for each piece of work that goes on, kept for the next. */
export class ShellPool {
  readonly #place: RemotePlace;
  readonly #idle: RemoteShell[] = [];
  readonly #waiting: (() => void)[] = [];
  #count = 0;

  constructor(place: RemotePlace) {
    this.#place = place;
  }

  /** Has a shell for as long as `work` takes. It is ended when the call is: what it does then is not waited for. */
  async use<Result>(
    signal: AbortSignal | undefined,
    work: (shell: RemoteShell) => Promise<Result>,
  ): Promise<Result | FailedResult> {
    while (this.#count >= MOST_SHELLS) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    this.#count += 1;
    try {
      for (;;) {
        const kept = this.#idle.pop();
        const opened = kept === undefined ? await RemoteShell.open(this.#place) : value(kept);
        if (!opened.ok) return opened;
        const shell = opened.value;
        const before = shell.answered;
        const result = await this.#with(shell, signal, work);
        // A connection may have been lost while nothing was done; what was not begun is begun on a new one.
        const isUnbegun = kept !== undefined && shell.isLost && shell.answered === before;
        if (isUnbegun && signal?.aborted !== true) continue;
        return result;
      }
    } finally {
      this.#count -= 1;
      this.#waiting.shift()?.();
    }
  }

  close(): void {
    for (const shell of this.#idle.splice(0)) shell.end();
  }

  async #with<Result>(
    shell: RemoteShell,
    signal: AbortSignal | undefined,
    work: (shell: RemoteShell) => Promise<Result>,
  ): Promise<Result | FailedResult> {
    const onAbort = (): void => shell.interrupt();
    signal?.addEventListener("abort", onAbort, { once: true });
    try {
      const result = await work(shell);
      const isBrokenOff =
        shell.isLost && signal?.aborted === true && isFailure(result, "backend_unavailable");
      return isBrokenOff ? fail("cancelled", "the call ended before the server answered") : result;
    } finally {
      signal?.removeEventListener("abort", onAbort);
      if (!shell.isLost) this.#idle.push(shell);
    }
  }
}
