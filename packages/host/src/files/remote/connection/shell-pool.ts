import { type FailedResult, type Outcome, value } from "@wield/core";
import type { RemotePlace } from "../../../processes/remote/remote-place.ts";
import { RemoteShell } from "./remote-shell.ts";

/** As many steps are done at once there; more wait. */
const MOST_SHELLS = 4;

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
      const taken = await this.#take();
      if (!taken.ok) return taken;
      const shell = taken.value;
      const onAbort = (): void => shell.end();
      signal?.addEventListener("abort", onAbort, { once: true });
      try {
        return await work(shell);
      } finally {
        signal?.removeEventListener("abort", onAbort);
        if (!shell.isLost) this.#idle.push(shell);
      }
    } finally {
      this.#count -= 1;
      this.#waiting.shift()?.();
    }
  }

  close(): void {
    for (const shell of this.#idle.splice(0)) shell.end();
  }

  async #take(): Promise<Outcome<RemoteShell>> {
    for (let shell = this.#idle.pop(); shell !== undefined; shell = this.#idle.pop()) {
      if (!shell.isLost) return value(shell);
    }
    return RemoteShell.open(this.#place);
  }
}
