import { fail, type FailedResult, type Outcome, value } from "@wield/core";
import type { RemotePlace } from "../../../processes/remote/remote-place.ts";
import { RemoteShell } from "./remote-shell.ts";

/** As many pieces of work go on at once there; more wait. */
const MOST_SHELLS = 4;

/** The shells of one place: one for each piece of work that goes on, kept for the next. */
export class ShellPool {
  readonly #place: RemotePlace;
  readonly #idle: RemoteShell[] = [];
  #waiting: (() => void)[] = [];
  #count = 0;

  constructor(place: RemotePlace) {
    this.#place = place;
  }

  /**
   * Has a shell for as long as `work` takes. When the call ends, the step that goes on is not waited for unless it has
   * to be, and none but such a one follows.
   */
  async use<Result>(
    signal: AbortSignal | undefined,
    work: (shell: RemoteShell) => Promise<Result>,
  ): Promise<Result | FailedResult> {
    while (this.#count >= MOST_SHELLS) {
      if (signal?.aborted === true) return endedBefore();
      await this.#turn(signal);
    }
    this.#count += 1;
    try {
      for (;;) {
        const kept = this.#idle.pop();
        const opened = kept === undefined ? await openUnless(signal, this.#place) : value(kept);
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

  /** Until a shell may be free, or the call ends. */
  #turn(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        signal?.removeEventListener("abort", onAbort);
        resolve();
      };
      const onAbort = (): void => {
        this.#waiting = this.#waiting.filter((waiting) => waiting !== done);
        done();
      };
      signal?.addEventListener("abort", onAbort, { once: true });
      this.#waiting.push(done);
    });
  }

  async #with<Result>(
    shell: RemoteShell,
    signal: AbortSignal | undefined,
    work: (shell: RemoteShell) => Promise<Result>,
  ): Promise<Result | FailedResult> {
    const onAbort = (): void => shell.interrupt();
    if (signal?.aborted === true) onAbort();
    else signal?.addEventListener("abort", onAbort, { once: true });
    try {
      const result = await work(shell);
      const isBrokenOff = signal?.aborted === true && isFailure(result, "backend_unavailable");
      return isBrokenOff ? endedBefore() : result;
    } finally {
      signal?.removeEventListener("abort", onAbort);
      if (!shell.isLost) this.#idle.push(shell.renewed());
    }
  }
}

/** A server may take long to let somebody in: a call that ends meanwhile does not wait for it. */
async function openUnless(
  signal: AbortSignal | undefined,
  place: RemotePlace,
): Promise<Outcome<RemoteShell>> {
  const opening = RemoteShell.open(place);
  if (signal === undefined) return opening;
  let onAbort: () => void = () => undefined;
  const aborted = new Promise<FailedResult>((resolve) => {
    onAbort = () => resolve(endedBefore());
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
  });
  const first = await Promise.race([opening, aborted]);
  signal.removeEventListener("abort", onAbort);
  if (!first.ok) void endOnceOpen(opening);
  return first;
}

async function endOnceOpen(opening: Promise<Outcome<RemoteShell>>): Promise<void> {
  const opened = await opening;
  if (opened.ok) opened.value.end();
}

function endedBefore(): FailedResult {
  return fail("cancelled", "the call ended before the server answered");
}

function isFailure(result: unknown, code: string): boolean {
  return typeof result === "object" && result !== null && "code" in result && result.code === code;
}
