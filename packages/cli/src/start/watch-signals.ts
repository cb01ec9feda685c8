export interface SignalWatch {
  /** Aborted on the first signal, and by `interrupt`. */
  readonly signal: AbortSignal;
  /** The signal that came; `SIGINT` until one did. */
  name(): NodeJS.Signals;
  /** What Ctrl-C does where a terminal delivers it as a key. */
  readonly interrupt: () => void;
  /** Gives the signals back to Node. */
  stop(): void;
}

/** Turns SIGINT and SIGTERM into a cancel. A second one ends the process at once. */
export function watchSignals(): SignalWatch {
  const controller = new AbortController();
  let name: NodeJS.Signals = "SIGINT";
  const onSignal = (signal: NodeJS.Signals): void => {
    if (controller.signal.aborted) process.exit(signal === "SIGTERM" ? 143 : 130);
    name = signal;
    controller.abort();
  };
  process.on("SIGINT", onSignal);
  process.on("SIGTERM", onSignal);
  return {
    signal: controller.signal,
    name: () => name,
    interrupt: () => onSignal("SIGINT"),
    stop() {
      process.off("SIGINT", onSignal);
      process.off("SIGTERM", onSignal);
    },
  };
}
